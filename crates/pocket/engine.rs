//! The engine of the pocket edition: the program without a command line, for WebAssembly.
//!
//! Bytes go in and out through one buffer. The page calls `room`, writes its bytes there, and then calls `ask` for a request,
//! `qr` for a text to draw as a QR code, or `keep` for a file to store, followed by its name. The first two leave their answer
//! in the buffer and return its length. During a request, the engine reports progress by the page's `progress`.

#![cfg(target_family = "wasm")]
// Only the attribute is unsafe: without `no_mangle`, the page could not find these functions.
#![allow(unsafe_code)]

use std::cell::RefCell;

use qrcodegen::{QrCode, QrCodeEcc};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Receives the progress of a request, from 0 to 1.
    safe fn progress(done: f64);
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = RefCell::default();
}

/// Makes room for that many bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the request in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    tali_odds::cli::on_progress(|done| progress(done));
    answer_with(|request| tali_odds::cli::ask(request))
}

/// Draws the text in the buffer as a QR code: the path of its dark squares, each one unit wide, after its width and a space.
/// Empty if the text is too long for one.
#[unsafe(no_mangle)]
pub extern "C" fn qr() -> usize {
    answer_with(|text| {
        let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Low) else { return String::new() };
        let size = code.size();
        let squares = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        let dark = squares.filter(|(x, y)| code.get_module(*x, *y));
        format!("{size} ") + &dark.map(|(x, y)| format!("M{x} {y}h1v1h-1z")).collect::<String>()
    })
}

/// Replaces the contents of the buffer by the answer to them, and returns its length.
fn answer_with(answer: impl FnOnce(&str) -> String) -> usize {
    let asked = BUFFER.take();
    let answer = answer(&String::from_utf8_lossy(&asked)).into_bytes();
    let bytes = answer.len();
    BUFFER.set(answer);
    bytes
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}

/// Stores the file in the buffer for all further requests. The last `name_bytes` bytes are its name.
#[unsafe(no_mangle)]
pub extern "C" fn keep(name_bytes: usize) {
    let mut contents = BUFFER.take();
    let name = contents.split_off(contents.len().saturating_sub(name_bytes));
    tali_odds::cli::keep(&String::from_utf8_lossy(&name), contents);
}
