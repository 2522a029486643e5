//! The one place where values become bytes: bincode, fixed-width little-endian, always with a limit.
//!
//! `config::legacy()` writes every integer at its full width, so the bytes of a type are those of its fields in order.

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::de::{BorrowDecode, BorrowDecoder, Decoder};
use bincode::enc::write::Writer;
use bincode::error::{DecodeError, EncodeError};
use bincode::{Decode, Encode};

/// The most bytes that decoding one value may read or allocate, whatever lengths the input claims.
pub(crate) const DECODE_LIMIT: usize = 64 << 20;

const WRITE: Configuration<LittleEndian, Fixint> = bincode::config::legacy();
const READ: Configuration<LittleEndian, Fixint, Limit<DECODE_LIMIT>> =
    bincode::config::legacy().with_limit::<DECODE_LIMIT>();

/// Why bytes are not the value they were taken for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// The bytes are not such a value.
    #[error("not a valid {what}: {reason}")]
    Malformed {
        /// What was being read.
        what: &'static str,
        /// The decoder's word.
        reason: String,
    },
    /// The value ended before the bytes did.
    #[error("{extra} bytes left over behind a {what}")]
    Trailing {
        /// What was being read.
        what: &'static str,
        /// How many bytes.
        extra: usize,
    },
}

impl CodecError {
    /// Say what is wrong with a block.
    pub(crate) fn of_block(reason: &str) -> Self {
        Self::Malformed { what: "block", reason: reason.to_owned() }
    }
}

/// Append a value's bytes.
pub(crate) fn write<T: Encode>(value: &T, bytes: &mut Vec<u8>) {
    bincode::encode_into_writer(value, Append(bytes), WRITE).expect("writing plain data to memory cannot fail");
}

/// Appends. The standard way into a vector asks after every field whether that failed.
struct Append<'a>(&'a mut Vec<u8>);

impl Writer for Append<'_> {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

/// Give a value's bytes.
#[must_use]
pub fn encode<T: Encode>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(value, &mut bytes);
    bytes
}

/// Read a value that takes up all of the bytes.
///
/// # Errors
/// The bytes are not such a value, claim more than the limit, or go on behind it.
pub fn decode<T: Decode<()>>(what: &'static str, bytes: &[u8]) -> Result<T, CodecError> {
    let (value, used) = read(what, bytes)?;
    match bytes.len() - used {
        0 => Ok(value),
        extra => Err(CodecError::Trailing { what, extra }),
    }
}

/// Read a value from the front of the bytes and tell how many it took.
pub(crate) fn read<T: Decode<()>>(what: &'static str, bytes: &[u8]) -> Result<(T, usize), CodecError> {
    bincode::decode_from_slice(bytes, READ).map_err(|reason| CodecError::Malformed { what, reason: reason.to_string() })
}

/// A list read with care: what takes no bytes counts as one, so that no claimed length keeps the reader busy for ever.
/// Its bytes are those of a `Vec`.
#[derive(Debug)]
pub(crate) struct List<T>(pub Vec<T>);

impl<T: Encode> Encode for List<T> {
    fn encode<E: bincode::enc::Encoder>(&self, encoder: &mut E) -> Result<(), bincode::error::EncodeError> {
        self.0.encode(encoder)
    }
}

impl<C, T: Decode<C>> Decode<C> for List<T> {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        read_list(decoder, T::decode)
    }
}

impl<'de, C, T: BorrowDecode<'de, C>> BorrowDecode<'de, C> for List<T> {
    fn borrow_decode<D: BorrowDecoder<'de, Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        read_list(decoder, T::borrow_decode)
    }
}

fn read_list<D: Decoder, T>(
    decoder: &mut D,
    item: impl Fn(&mut D) -> Result<T, DecodeError>,
) -> Result<List<T>, DecodeError> {
    let len = usize::try_from(u64::decode(decoder)?).map_err(|_| DecodeError::LimitExceeded)?;
    decoder.claim_bytes_read(len)?;
    decoder.claim_container_read::<T>(len)?;
    let mut list = Vec::with_capacity(len);
    for _ in 0..len {
        decoder.unclaim_bytes_read(size_of::<T>());
        list.push(item(decoder)?);
    }
    Ok(List(list))
}
