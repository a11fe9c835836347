//! Requests without a command line: the arguments, and the files that they name, as JSON.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::system::{Desk, keep_file, lay_out, listen, take_away};
use super::wrong::Wrong;
use crate::output::Sheet;
use crate::output::chart::Screen;

/// A request: arguments and files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The arguments after the name of the program.
    arguments: Vec<String>,
    /// The readable files by their names.
    #[serde(default)]
    files: BTreeMap<PathBuf, String>,
    /// The screen to draw pictures for, instead of a document. If it is given, tables are returned as data.
    screen: Option<ScreenAsked>,
}

/// The width of a screen in CSS pixels, from 280 to 1280, and whether it is dark.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScreenAsked {
    width: f64,
    #[serde(default)]
    dark: bool,
}

/// What the program would have printed and written.
#[derive(Serialize)]
struct Answer {
    /// The exit code of the program.
    code: u8,
    out: String,
    err: String,
    files: BTreeMap<PathBuf, String>,
    /// The tables as data, if the request names a screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    sheets: Option<Vec<Sheet>>,
    /// The error, split into its parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<Wrong>,
}

/// Answers a request, `{"arguments": ["venus"], "files": {NAME: TEXT}, "screen": {"width": 348, "dark": true}}`, with what
/// the program would have done: `{"code": 0, "out": TEXT, "err": TEXT, "files": {NAME: TEXT}}`. An error adds
/// `"wrong": {"what": "rule fee", "message": TEXT, "allowed": [WORD], "line": 1, "column": 1}`, in which only the message is
/// always present. A malformed request gets the code 2.
pub fn ask(request: &str) -> String {
    let answer = match serde_json::from_str::<Request>(request) {
        Ok(Request { arguments, files, screen }) => {
            let screen = screen.map(|asked| Screen::new(asked.width, asked.dark));
            lay_out(
                files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect(),
                screen,
            );
            let program = std::iter::once(env!("CARGO_PKG_NAME").to_owned());
            let outcome = super::outcome(program.chain(arguments).map(OsString::from));
            let wrong = outcome.as_ref().err().and_then(|failure| Wrong::of(failure, &files));
            let code = outcome.map_or_else(super::report, |()| 0);
            let Desk { written, said, complaints, sheets, .. } = take_away();
            let out = String::from_utf8_lossy(&said).into_owned();
            let mut answer = Answer { code, out, err: complaints, files: BTreeMap::new(), sheets, wrong };
            for (path, bytes) in written {
                if let Ok(text) = String::from_utf8(bytes) {
                    answer.files.insert(path, text);
                } else {
                    answer.code = 1;
                    answer.err =
                        format!("{} is not text, and only text files can be returned here", path.display());
                }
            }
            answer
        }
        Err(error) => {
            let err = format!("this is not a request: {error}");
            Answer { code: 2, out: String::new(), err, files: BTreeMap::new(), sheets: None, wrong: None }
        }
    };
    serde_json::to_string(&answer).unwrap_or_default()
}

/// Sets a listener for the progress of requests, from 0 to 1. It is not called for work of unknown length.
pub fn on_progress(listener: fn(f64)) {
    listen(listener);
}

/// Stores a file for all further requests, for files too large to send with each.
pub fn keep(name: &str, contents: Vec<u8>) {
    keep_file(name.into(), contents);
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn asked(arguments: &str, files: &[(&str, &str)]) -> Value {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let files: BTreeMap<&str, &str> = files.iter().copied().collect();
        serde_json::from_str(&ask(&json!({ "arguments": arguments, "files": files }).to_string())).unwrap()
    }

    const RACE: &str = "game \"A race of mine\"\nseats 2\nrule target = 20 from 5 to 400\neach seat: square from 0 to target, \
                        capped\n\nturn:\n  roll 4 tali\n  square += sum\n  if square = target: win\n";
    const NIGHT: &str = "version = 1\n[[players]]\nname = 'A'\n[[players]]\nname = 'B'\n\
                         [[games]]\ngame = 'race.game'\ntimes = 2\n[games.rules]\ntarget = 30\n[[games]]\ngame = 'augustus'\n";

    #[test]
    fn an_evening_includes_own_games() {
        let files = [("night.toml", NIGHT), ("race.game", RACE)];
        let shown = asked("balance night.toml --format json", &files);
        let document: Value = serde_json::from_str(shown["out"].as_str().unwrap()).unwrap();
        assert_eq!(document["games"][0]["game"], "race.game");
        assert_eq!(document["games"][0]["rules"]["target"], 30);
        let shown = asked("report night.toml -o out --handout", &files);
        assert_eq!(shown["code"], 0, "{shown}");
        let text = |name: &str| shown["files"][name].as_str().unwrap().to_owned();
        let (page, handout) = (text("out/index.html"), text("out/handout.html"));
        assert!(page.contains("A race of mine") && page.contains("<svg"), "{page}");
        for said in
            ["<h1>A race of mine</h1>", "Target 30 (default 20)", "If your square is 30", "Score sheet"]
        {
            assert!(handout.contains(said), "{said}: {handout}");
        }
        assert_eq!(text("out/games/01-race.game"), RACE);
    }

    #[test]
    fn errors_are_split_into_parts() {
        let files = [("night.toml", &*NIGHT.replace("times = 2", "times = 0")), ("race.game", RACE)];
        let shown = asked("balance night.toml", &files);
        assert!(shown["err"].as_str().unwrap().starts_with("night.toml: line 8: "), "{shown}");
        let message = "`times` is how often it is played, 1 to 1000, not 0";
        assert_eq!(shown["wrong"], json!({ "what": "games.1.times", "message": message, "line": 8 }));
        let files = [("night.toml", NIGHT), ("race.game", &*RACE.replace("+= sum", "+= some"))];
        let shown = asked("balance night.toml", &files);
        let wrong = &shown["wrong"];
        assert_eq!(
            [&wrong["what"], &wrong["line"], &wrong["column"]],
            [&json!("games.1.game"), &json!(8), &json!(13)]
        );
        let shown = asked("win augustus --rule fee=x", &[]);
        assert_eq!(shown["wrong"]["what"], "rule fee");
        assert!(asked("win augustus --games 0", &[]).get("wrong").is_none());
    }

    fn drawn(screen: &Value) -> Value {
        let request = json!({"arguments": ["venus", "--chart", "x.svg"], "screen": screen});
        serde_json::from_str(&ask(&request.to_string())).unwrap()
    }

    #[test]
    fn pictures_fit_the_requested_screen() {
        let cases = [
            (json!({"width": 348, "dark": true}), "348", "#16181b"),
            (json!({"width": 20}), "280", "#ffffff"),
            (json!({"width": 1e9, "dark": false}), "1280", "#ffffff"),
            (Value::Null, "960", "#ffffff"),
        ];
        for (screen, width, paper) in cases {
            let answer = drawn(&screen);
            let picture = answer["files"]["x.svg"].as_str().unwrap_or_else(|| panic!("{screen}: {answer}"));
            assert!(
                picture.contains(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\""))
            );
            assert!(picture.contains(&format!("H0Z\" fill=\"{paper}\"")), "{screen}: {picture}");
        }
    }

    #[test]
    fn a_screen_accepts_only_width_and_dark() {
        for screen in [json!({"width": 348, "height": 700}), json!({"dark": true}), json!({"width": "348"})] {
            assert_eq!(drawn(&screen)["code"], 2, "{screen}");
        }
    }
}
