//! Fuzzes the game-file reader: a text is refused with an error, or read, and the probabilities of small games add up.
#![no_main]

use libfuzzer_sys::fuzz_target;
use num_rational::BigRational;
use tali_odds::games::own;
use tali_odds::tali::presets;

fuzz_target!(|text: &str| {
    let game = match own::read(text) {
        Ok(game) => game,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let bones = [presets::TRADITIONAL.bones().set(4).unwrap()];
    let Ok(rules) = game.rules(game.players.usual) else { return };
    let Ok(survey) = own::survey(game, &rules, &bones, 200) else { return };
    let Ok(table) = game.table(rules, &bones) else { return };
    if !survey.is_complete || table.check_policies().is_err() {
        return;
    }
    let solution = table.solve();
    let parts = || solution.shares.iter().chain([&solution.nobody, &solution.never]);
    let low: BigRational = parts().map(|part| part.low()).sum();
    let high: BigRational = parts().map(|part| part.high()).sum();
    let one = BigRational::from_integer(1.into());
    assert!(low <= one && one <= high, "{low} to {high}");
});
