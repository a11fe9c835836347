//! What is checked from within: rounds and their solutions.

use std::time::Instant;

use num_traits::Zero;

use super::round::Round;
use super::settings::{Duel, Loss, Settings, Tali};
use crate::exact::{Player, Wish, ZeroSum};
use crate::tali::presets;

#[test]
#[ignore = "a measurement"]
fn timing() {
    for (a, b) in [(1u8, 1u8), (2, 1), (2, 2), (3, 3), (4, 3), (4, 4)] {
        let mut tali = Tali([0; 12]);
        tali.0[0] = a;
        tali.0[1] = b;
        let settings = Settings { seats: 2, tali, loss: Loss::Either, duel: Duel::Sum, wild_hounds: false };
        let bones = vec![presets::TRADITIONAL.bones().set(4).unwrap(); 2];
        let start = Instant::now();
        let round = Round::new(&settings, &tali, [0, 1], &bones);
        let built = start.elapsed();
        let zero_sum = ZeroSum::new(std::sync::Arc::clone(&round.game), round.weights.clone());
        let start = Instant::now();
        let solved = zero_sum.solve().unwrap();
        let time = start.elapsed();
        let value = round.each(solved.value().as_exact().unwrap().clone());
        let start = Instant::now();
        let even = round.plan(Player::Second, |known| {
            let actions = round.actions(known).len();
            vec![num_rational::BigRational::new(1.into(), actions.into()); actions]
        });
        let planned = start.elapsed();
        let start = Instant::now();
        let plan = solved.extreme(Player::First, &even, Wish::Most).unwrap();
        let extreme = start.elapsed();
        let start = Instant::now();
        let worst = plan.best_response(&round.game, &round.weights[1], Wish::Most);
        let response = start.elapsed();
        let even1 = round.plan(Player::First, |known| {
            let actions = round.actions(known).len();
            vec![num_rational::BigRational::new(1.into(), actions.into()); actions]
        });
        let start = Instant::now();
        let plan2 = solved.extreme(Player::Second, &even1, Wish::Most).unwrap();
        let extreme2 = start.elapsed();
        let best = plan2.best_response(&round.game, &round.weights[0], Wish::Most);
        println!(
            "{a} v {b}: {value} build {built:?} solve {time:?} plan {planned:?} extreme {extreme:?} {extreme2:?} response {response:?} exact {} {}",
            (round.each(worst) - &value).is_zero(),
            (round.each(best) - &value).is_zero()
        );
        println!(
            "   gains {} {}",
            round.each(plan.payment(&round.game, &even)),
            round.each(even1.payment(&round.game, &plan2))
        );
    }
}
