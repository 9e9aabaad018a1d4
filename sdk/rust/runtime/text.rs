//! base64, parts of addresses, dates of HTTP, random texts.

use ring::rand::{SecureRandom, SystemRandom};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn to_base64(data: &[u8]) -> String {
    let mut made = String::with_capacity(data.len().div_ceil(3) * 4);
    for chunk in data.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        for at in 0..4 {
            if at <= chunk.len() {
                made.push(char::from(
                    ALPHABET[((bits >> (18 - 6 * at)) & 63) as usize],
                ));
            } else {
                made.push('=');
            }
        }
    }
    made
}

/// The bytes of base64, with or without its padding.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let bare = text.trim_end_matches('=');
    if bare.len() % 4 == 1 || text.len() - bare.len() > 2 {
        return None;
    }
    let mut made = Vec::with_capacity(bare.len() / 4 * 3 + 2);
    for chunk in bare.as_bytes().chunks(4) {
        let mut bits = 0;
        for byte in chunk {
            bits = (bits << 6) | ALPHABET.iter().position(|each| each == byte)? as u32;
        }
        bits <<= 6 * (4 - chunk.len());
        made.extend_from_slice(&bits.to_be_bytes()[1..chunk.len()]);
    }
    Some(made)
}

/// A part of a path or query: everything but letters, digits and "-._~" is escaped.
pub(crate) fn escaped(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            made.push(char::from(byte));
        } else {
            made += &format!("%{byte:02X}");
        }
    }
    made
}

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SystemRandom::new()
        .fill(&mut bytes)
        .expect("the system gives random bytes");
    bytes
}

pub(crate) fn random_key() -> String {
    format!("{:032x}", u128::from_be_bytes(random_bytes()))
}

/// A number from 0 to 1.
pub(crate) fn random_part() -> f64 {
    f64::from(u32::from_be_bytes(random_bytes())) / f64::from(u32::MAX)
}

/// The seconds since 1970 of a date such as "Sun, 06 Nov 1994 08:49:37 GMT".
pub(crate) fn http_date(text: &str) -> Option<i64> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let words: Vec<&str> = text.split_whitespace().collect();
    let [_, day, month, year, clock, "GMT"] = words[..] else {
        return None;
    };
    let day: i64 = day.parse().ok().filter(|day| (1..=31).contains(day))?;
    let month = MONTHS
        .find(month)
        .filter(|at| month.len() == 3 && at % 3 == 0)? as i64
        / 3;
    let year: i64 = year
        .parse()
        .ok()
        .filter(|year| (1970..=9999).contains(year))?;
    let mut seconds = 0;
    let mut parts = clock.split(':');
    for _ in 0..3 {
        let part: i64 = parts
            .next()?
            .parse()
            .ok()
            .filter(|part| (0..=60).contains(part))?;
        seconds = seconds * 60 + part;
    }
    // A year counts from March here, so that the day that may be added is its last.
    let from_march = (month + 10) % 12;
    let years = if month < 2 { year - 1 } else { year };
    let days =
        years * 365 + years / 4 - years / 100 + years / 400 + (153 * from_march + 2) / 5 + day
            - 719_469;
    Some(days * 86_400 + seconds)
}
