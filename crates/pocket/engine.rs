//! The engine of the pocket edition: the program without a command line, for WebAssembly.
//!
//! Bytes go in and out through one buffer. Whoever asks makes `room` for so many, writes them there, and says what they are:
//! a request (`ask`), which leaves its answer in the buffer, of as many bytes as it says, or a file that stays, and after it its
//! name (`keep`).

#![cfg(target_family = "wasm")]
// Nothing here is unsafe but in name: without `no_mangle` no page would find these functions.
#![allow(unsafe_code)]

use std::cell::RefCell;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = RefCell::default();
}

/// Makes room for so many bytes, and says where it is.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the request in the buffer, and says how long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let request = BUFFER.take();
    let answer = tali_odds::cli::ask(&String::from_utf8_lossy(&request)).into_bytes();
    let bytes = answer.len();
    BUFFER.set(answer);
    bytes
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}

/// Keeps the file in the buffer, whose last bytes are its name, for all requests that follow.
#[unsafe(no_mangle)]
pub extern "C" fn keep(name_bytes: usize) {
    let mut contents = BUFFER.take();
    let name = contents.split_off(contents.len().saturating_sub(name_bytes));
    tali_odds::cli::keep(&String::from_utf8_lossy(&name), contents);
}
