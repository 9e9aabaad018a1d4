//! Objects of the API as JSON, and fields that may be absent or null.

use std::fmt;
use std::ops::Deref;

use crate::json::{Map, Value};
use crate::text;

/// What the API sends or takes as JSON.
pub trait Json: Sized {
    fn from_json(value: Value) -> Result<Self, DecodeError>;
    fn to_json(&self) -> Value;
}

/// A value of JSON is not of the type that the API's description names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    path: String,
    wanted: &'static str,
}

impl DecodeError {
    pub(crate) fn wanted(wanted: &'static str) -> Self {
        DecodeError {
            path: String::new(),
            wanted,
        }
    }

    fn below(mut self, name: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') {
            ""
        } else {
            "."
        };
        self.path = format!("{name}{dot}{}", self.path);
        self
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() {
            "The JSON"
        } else {
            &self.path
        };
        write!(out, "{path} is not {}", self.wanted)
    }
}

impl std::error::Error for DecodeError {}

/// A field that may be absent or null. `None` is null. In an update, absent leaves the field as it is
/// and null clears it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Field<T> {
    #[default]
    Absent,
    Null,
    Value(T),
}

impl<T> Field<T> {
    /// The value, where there is one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Field::Value(value) => Some(value),
            _ => None,
        }
    }

    pub fn value_mut(&mut self) -> Option<&mut T> {
        match self {
            Field::Value(value) => Some(value),
            _ => None,
        }
    }

    pub fn into_value(self) -> Option<T> {
        match self {
            Field::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The value as its borrowed form: of a `String` a `&str`.
    pub fn as_deref(&self) -> Option<&T::Target>
    where
        T: Deref,
    {
        self.value().map(Deref::deref)
    }

    pub fn is_value(&self) -> bool {
        matches!(self, Field::Value(_))
    }

    pub fn is_null(&self) -> bool {
        matches!(self, Field::Null)
    }

    pub fn is_absent(&self) -> bool {
        matches!(self, Field::Absent)
    }
}

impl<T> From<T> for Field<T> {
    fn from(value: T) -> Self {
        Field::Value(value)
    }
}

impl<T> From<Option<T>> for Field<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Field::Null, Field::Value)
    }
}

impl From<&str> for Field<String> {
    fn from(value: &str) -> Self {
        Field::Value(value.to_owned())
    }
}

impl From<&String> for Field<String> {
    fn from(value: &String) -> Self {
        Field::Value(value.clone())
    }
}

impl From<i32> for Field<i64> {
    fn from(value: i32) -> Self {
        Field::Value(i64::from(value))
    }
}

/// A whole amount.
impl From<i32> for Field<crate::Money> {
    fn from(whole: i32) -> Self {
        Field::Value(whole.into())
    }
}

impl<T, const N: usize> From<[T; N]> for Field<Vec<T>> {
    fn from(value: [T; N]) -> Self {
        Field::Value(value.into())
    }
}

impl<const N: usize> From<[&str; N]> for Field<Vec<String>> {
    fn from(value: [&str; N]) -> Self {
        Field::Value(value.iter().map(|&each| each.to_owned()).collect())
    }
}

impl From<&[u8]> for Field<Vec<u8>> {
    fn from(value: &[u8]) -> Self {
        Field::Value(value.to_vec())
    }
}

/// A text, or an object with the text and more.
#[derive(Clone, Debug, PartialEq)]
pub enum TextOr<T> {
    Text(String),
    Object(T),
}

impl<T> From<&str> for TextOr<T> {
    fn from(text: &str) -> Self {
        TextOr::Text(text.to_owned())
    }
}

impl<T> From<String> for TextOr<T> {
    fn from(text: String) -> Self {
        TextOr::Text(text)
    }
}

impl<T, const N: usize> From<[&str; N]> for Field<Vec<TextOr<T>>> {
    fn from(value: [&str; N]) -> Self {
        Field::Value(value.iter().map(|&each| each.into()).collect())
    }
}

impl<T: Json> Json for TextOr<T> {
    fn from_json(value: Value) -> Result<Self, DecodeError> {
        match value {
            Value::String(text) => Ok(TextOr::Text(text)),
            other => T::from_json(other).map(TextOr::Object),
        }
    }

    fn to_json(&self) -> Value {
        match self {
            TextOr::Text(text) => text.to_json(),
            TextOr::Object(object) => object.to_json(),
        }
    }
}

impl Json for Value {
    fn from_json(value: Value) -> Result<Self, DecodeError> {
        Ok(value)
    }

    fn to_json(&self) -> Value {
        self.clone()
    }
}

impl Json for String {
    fn from_json(value: Value) -> Result<Self, DecodeError> {
        match value {
            Value::String(text) => Ok(text),
            _ => Err(DecodeError::wanted("a text")),
        }
    }

    fn to_json(&self) -> Value {
        Value::String(self.clone())
    }
}

impl Json for bool {
    fn from_json(value: Value) -> Result<Self, DecodeError> {
        value.as_bool().ok_or(DecodeError::wanted("true or false"))
    }

    fn to_json(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Json for i64 {
    fn from_json(value: Value) -> Result<Self, DecodeError> {
        value
            .as_i64()
            .ok_or(DecodeError::wanted("a whole number of 64 bits"))
    }

    fn to_json(&self) -> Value {
        Value::from(*self)
    }
}

impl Json for f64 {
    fn from_json(value: Value) -> Result<Self, DecodeError> {
        value.as_f64().ok_or(DecodeError::wanted("a number"))
    }

    fn to_json(&self) -> Value {
        Value::from(*self)
    }
}

/// Bytes are base64.
impl Json for Vec<u8> {
    fn from_json(value: Value) -> Result<Self, DecodeError> {
        value
            .as_str()
            .and_then(text::from_base64)
            .ok_or(DecodeError::wanted("base64"))
    }

    fn to_json(&self) -> Value {
        Value::String(text::to_base64(self))
    }
}

impl<T: Json> Json for Vec<T> {
    fn from_json(value: Value) -> Result<Self, DecodeError> {
        match value {
            Value::Array(items) => items
                .into_iter()
                .enumerate()
                .map(|(at, each)| {
                    T::from_json(each).map_err(|error| error.below(&format!("[{at}]")))
                })
                .collect(),
            _ => Err(DecodeError::wanted("a list")),
        }
    }

    fn to_json(&self) -> Value {
        Value::Array(self.iter().map(Json::to_json).collect())
    }
}

/// The members of an object that is read. What no field takes is kept.
pub(crate) struct Members(Map);

impl Members {
    pub(crate) fn of(value: Value) -> Result<Self, DecodeError> {
        match value {
            Value::Object(members) => Ok(Members(members)),
            _ => Err(DecodeError::wanted("an object")),
        }
    }

    /// A field that is always there. Where it is not, as in a part of an object, it has its default.
    pub(crate) fn must<T: Json + Default>(&mut self, name: &str) -> Result<T, DecodeError> {
        Ok(self.option(name)?.unwrap_or_default())
    }

    pub(crate) fn option<T: Json>(&mut self, name: &str) -> Result<Option<T>, DecodeError> {
        Ok(self.field(name)?.into_value())
    }

    pub(crate) fn field<T: Json>(&mut self, name: &str) -> Result<Field<T>, DecodeError> {
        match self.0.remove(name) {
            None => Ok(Field::Absent),
            Some(Value::Null) => Ok(Field::Null),
            Some(value) => T::from_json(value)
                .map(Field::Value)
                .map_err(|error| error.below(name)),
        }
    }

    pub(crate) fn rest(self) -> Map {
        self.0
    }
}

pub(crate) fn put<T: Json>(members: &mut Map, name: &str, value: &T) {
    members.insert(name.to_owned(), value.to_json());
}

/// Nothing is null where the field may be null, else absent.
pub(crate) fn put_option<T: Json>(
    members: &mut Map,
    name: &str,
    value: &Option<T>,
    is_nullable: bool,
) {
    match value {
        Some(value) => put(members, name, value),
        None if is_nullable => put(members, name, &Value::Null),
        None => {}
    }
}

pub(crate) fn put_field<T: Json>(members: &mut Map, name: &str, value: &Field<T>) {
    match value {
        Field::Value(value) => put(members, name, value),
        Field::Null => put(members, name, &Value::Null),
        Field::Absent => {}
    }
}

/// A field of any type: null is null.
pub(crate) fn field_of(value: Value) -> Field<Value> {
    if value.is_null() {
        Field::Null
    } else {
        Field::Value(value)
    }
}
