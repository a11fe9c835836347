//! Requests for those who have no command line: what would be typed, with the files that it names, as JSON.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::system::{Desk, keep_file, lay_out, listen, take_away};
use crate::output::Sheet;
use crate::output::chart::Screen;

/// What is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// What would be typed after the name of the program.
    arguments: Vec<String>,
    /// The files that may be read, by their names.
    #[serde(default)]
    files: BTreeMap<PathBuf, String>,
    /// What pictures are drawn for, unless for a document. With it, tables are handed back as data.
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

/// What the program would have said and written.
#[derive(Serialize)]
struct Answer {
    /// Its exit code.
    code: u8,
    out: String,
    err: String,
    files: BTreeMap<PathBuf, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sheets: Option<Vec<Sheet>>,
}

/// Answers a request, `{"arguments": ["venus"], "files": {NAME: TEXT}, "screen": {"width": 348, "dark": true}}`, by what the
/// program would have done: `{"code": 0, "out": TEXT, "err": TEXT, "files": {NAME: TEXT}}`. What is no such request has the code 2.
pub fn ask(request: &str) -> String {
    let answer = match serde_json::from_str::<Request>(request) {
        Ok(Request { arguments, files, screen }) => {
            let screen = screen.map(|asked| Screen::new(asked.width, asked.dark));
            lay_out(files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect(), screen);
            let program = std::iter::once(env!("CARGO_PKG_NAME").to_owned());
            let code = super::code(program.chain(arguments).map(OsString::from));
            let Desk { written, said, complaints, sheets, .. } = take_away();
            let out = String::from_utf8_lossy(&said).into_owned();
            let mut answer = Answer { code, out, err: complaints, files: BTreeMap::new(), sheets };
            for (path, bytes) in written {
                if let Ok(text) = String::from_utf8(bytes) {
                    answer.files.insert(path, text);
                } else {
                    answer.code = 1;
                    answer.err =
                        format!("{} is no text, and here only texts are handed back", path.display());
                }
            }
            answer
        }
        Err(error) => {
            let err = format!("this is no request: {error}");
            Answer { code: 2, out: String::new(), err, files: BTreeMap::new(), sheets: None }
        }
    };
    serde_json::to_string(&answer).unwrap_or_default()
}

/// Tells how much is done, from 0 to 1, while a request is worked at; of what nobody knows how long it takes nothing is told.
pub fn on_progress(listener: fn(f64)) {
    listen(listener);
}

/// Keeps a file, which every request from now on may read, too large to come along with each.
pub fn keep(name: &str, contents: Vec<u8>) {
    keep_file(name.into(), contents);
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::ask;

    fn asked(screen: &Value) -> Value {
        let request = json!({"arguments": ["venus", "--chart", "x.svg"], "screen": screen});
        serde_json::from_str(&ask(&request.to_string())).unwrap()
    }

    #[test]
    fn pictures_are_drawn_for_the_screen_that_is_asked_for() {
        let cases = [
            (json!({"width": 348, "dark": true}), "348", "#16181b"),
            (json!({"width": 20}), "280", "#ffffff"),
            (json!({"width": 1e9, "dark": false}), "1280", "#ffffff"),
            (Value::Null, "960", "#ffffff"),
        ];
        for (screen, width, paper) in cases {
            let answer = asked(&screen);
            let picture = answer["files"]["x.svg"].as_str().unwrap_or_else(|| panic!("{screen}: {answer}"));
            assert!(
                picture.contains(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\""))
            );
            assert!(picture.contains(&format!("H0Z\" fill=\"{paper}\"")), "{screen}: {picture}");
        }
    }

    #[test]
    fn a_screen_has_nothing_but_a_width_and_its_paper() {
        for screen in [json!({"width": 348, "height": 700}), json!({"dark": true}), json!({"width": "348"})] {
            assert_eq!(asked(&screen)["code"], 2, "{screen}");
        }
    }
}
