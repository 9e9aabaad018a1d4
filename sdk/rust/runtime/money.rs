//! Amounts of money.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

use crate::json::{Number, Value};
use crate::object::{DecodeError, Json};

const UNIT: i64 = 1_000_000;

/// An amount of money: a whole number of millionths of the currency. Arithmetic panics where the
/// result is too large.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

/// A text is no amount, has more than six digits behind the point, or is too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMoneyError {
    text: String,
    why: &'static str,
}

impl fmt::Display for ParseMoneyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?} {}", self.text, self.why)
    }
}

impl std::error::Error for ParseMoneyError {}

const NO_AMOUNT: &str = "is no amount";
const TOO_LARGE: &str = "is too large for an amount";
const TOO_FINE: &str = "has more than six digits behind the point";

/// The digits from one place on: how many there are.
const fn run_of_digits(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < text.len() && text[at].is_ascii_digit() {
        at += 1;
    }
    at - from
}

/// Digits with an optional point and exponent as millionths, rounded half up, and whether that is exact.
const fn read(text: &[u8]) -> Result<(i64, bool), &'static str> {
    let is_negative = !text.is_empty() && text[0] == b'-';
    let first = is_negative as usize;
    let whole = run_of_digits(text, first);
    let mut end = first + whole;
    let mut behind = 0;
    if end < text.len() && text[end] == b'.' {
        behind = run_of_digits(text, end + 1);
        end += 1 + behind;
        if behind == 0 {
            return Err(NO_AMOUNT);
        }
    }
    if whole == 0 || whole > 30 || behind > 40 {
        return Err(NO_AMOUNT);
    }
    let mut exponent: i64 = 0;
    if end < text.len() && (text[end] == b'e' || text[end] == b'E') {
        end += 1;
        let is_small = end < text.len() && text[end] == b'-';
        end += (end < text.len() && (text[end] == b'-' || text[end] == b'+')) as usize;
        let digits = run_of_digits(text, end);
        if digits == 0 || digits > 2 {
            return Err(NO_AMOUNT);
        }
        let mut at = 0;
        while at < digits {
            exponent = exponent * 10 + (text[end + at] - b'0') as i64;
            at += 1;
        }
        exponent = if is_small { -exponent } else { exponent };
        end += digits;
    }
    if end != text.len() {
        return Err(NO_AMOUNT);
    }
    let point = whole as i64 + exponent + 6;
    let mut micros: i128 = 0;
    let mut is_exact = true;
    let mut rounds_up = false;
    let mut at: i64 = if point < 0 { point } else { 0 };
    while at < point || at < (whole + behind) as i64 {
        let digit = if at < 0 || at >= (whole + behind) as i64 {
            0
        } else {
            let at = at as usize;
            text[first + at + (at >= whole) as usize] - b'0'
        };
        if at < point {
            micros = micros * 10 + digit as i128;
            if micros > i64::MAX as i128 {
                return Err(TOO_LARGE);
            }
        } else if digit != 0 {
            is_exact = false;
            rounds_up = rounds_up || at == point && digit >= 5;
        }
        at += 1;
    }
    micros += rounds_up as i128;
    if micros > i64::MAX as i128 {
        return Err(TOO_LARGE);
    }
    Ok((
        if is_negative {
            -(micros as i64)
        } else {
            micros as i64
        },
        is_exact,
    ))
}

impl Money {
    pub const ZERO: Money = Money(0);

    /// A whole amount: 20 of the currency.
    pub const fn new(whole: i64) -> Money {
        match whole.checked_mul(UNIT) {
            Some(micros) => Money(micros),
            None => panic!("the amount is too large"),
        }
    }

    /// An amount in millionths of the currency.
    pub const fn from_micros(micros: i64) -> Money {
        Money(micros)
    }

    pub const fn micros(self) -> i64 {
        self.0
    }

    /// What [`money!`](crate::money) is made of: a text that is no amount panics.
    pub const fn literal(text: &str) -> Money {
        match read(text.as_bytes()) {
            Ok((micros, true)) => Money(micros),
            _ => panic!("this is no amount with at most six digits behind the point"),
        }
    }

    pub const fn checked_add(self, other: Money) -> Option<Money> {
        match self.0.checked_add(other.0) {
            Some(micros) => Some(Money(micros)),
            None => None,
        }
    }

    pub const fn checked_sub(self, other: Money) -> Option<Money> {
        match self.0.checked_sub(other.0) {
            Some(micros) => Some(Money(micros)),
            None => None,
        }
    }

    pub const fn checked_mul(self, times: i64) -> Option<Money> {
        match self.0.checked_mul(times) {
            Some(micros) => Some(Money(micros)),
            None => None,
        }
    }
}

/// An amount that the compiler reads: `money!("20.55")`. A text that is no amount does not compile.
#[macro_export]
macro_rules! money {
    ($text:literal) => {{
        const AMOUNT: $crate::Money = $crate::Money::literal($text);
        AMOUNT
    }};
}

/// Decimal digits such as "131072.01", with at most six behind the point.
impl FromStr for Money {
    type Err = ParseMoneyError;

    fn from_str(text: &str) -> Result<Self, ParseMoneyError> {
        let fault = |why| ParseMoneyError {
            text: text.to_owned(),
            why,
        };
        match read(text.as_bytes()) {
            Ok((micros, true)) => Ok(Money(micros)),
            Ok((_, false)) => Err(fault(TOO_FINE)),
            Err(why) => Err(fault(why)),
        }
    }
}

/// Decimal digits without zeros at their end.
impl fmt::Display for Money {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.0.unsigned_abs();
        let unit = UNIT.unsigned_abs();
        let mut text = (micros / unit).to_string();
        if micros % unit != 0 {
            text += format!(".{:06}", micros % unit).trim_end_matches('0');
        }
        out.pad_integral(self.0 >= 0, "", &text)
    }
}

impl fmt::Debug for Money {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Money({self})")
    }
}

/// A whole amount.
impl From<i32> for Money {
    fn from(whole: i32) -> Self {
        Money::new(i64::from(whole))
    }
}

impl Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money {
        self.checked_add(other)
            .expect("the sum is too large for an amount")
    }
}

impl Sub for Money {
    type Output = Money;

    fn sub(self, other: Money) -> Money {
        self.checked_sub(other)
            .expect("the difference is too large for an amount")
    }
}

impl Mul<i64> for Money {
    type Output = Money;

    fn mul(self, times: i64) -> Money {
        self.checked_mul(times)
            .expect("the product is too large for an amount")
    }
}

impl Neg for Money {
    type Output = Money;

    fn neg(self) -> Money {
        Money::ZERO - self
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        *self = *self + other;
    }
}

impl SubAssign for Money {
    fn sub_assign(&mut self, other: Money) {
        *self = *self - other;
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Add::add)
    }
}

impl<'a> Sum<&'a Money> for Money {
    fn sum<I: Iterator<Item = &'a Money>>(amounts: I) -> Money {
        amounts.copied().sum()
    }
}

/// Digits behind the sixth, which computed figures may have, are rounded.
impl Json for Money {
    fn from_json(value: Value) -> Result<Self, DecodeError> {
        match &value {
            Value::Number(number) => read(number.as_str().as_bytes()),
            Value::String(text) => read(text.as_bytes()),
            _ => Err(NO_AMOUNT),
        }
        .map(|(micros, _)| Money(micros))
        .map_err(|_| DecodeError::wanted("an amount of money"))
    }

    fn to_json(&self) -> Value {
        Value::Number(Number::of_digits(self.to_string()))
    }
}
