//! Numbers of few bytes: seven bits a byte, the lowest first, the high bit set on all but the last. What has a sign is
//! folded first, so that numbers near 0 are small.

use crate::codec::CodecError;

#[inline]
pub(crate) fn put_varint(bytes: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        bytes.push((n & 0x7F) as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

pub(crate) fn put_signed(bytes: &mut Vec<u8>, n: i64) {
    put_varint(bytes, ((n << 1) ^ (n >> 63)).cast_unsigned());
}

#[inline]
pub(crate) fn take_varint(bytes: &mut &[u8]) -> Result<u64, CodecError> {
    let mut n = 0;
    for shift in (0..70).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or_else(ends_early)?;
        *bytes = rest;
        if shift == 63 && byte > 1 {
            break;
        }
        n |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(n);
        }
    }
    Err(CodecError::of_block("a number of more than 64 bits"))
}

#[inline]
pub(crate) fn take_u32(bytes: &mut &[u8]) -> Result<u32, CodecError> {
    u32::try_from(take_varint(bytes)?).map_err(|_| CodecError::of_block("a number of more than 32 bits"))
}

#[inline]
pub(crate) fn take<'a>(bytes: &mut &'a [u8], len: u64) -> Result<&'a [u8], CodecError> {
    let len = usize::try_from(len).ok().filter(|len| *len <= bytes.len()).ok_or_else(ends_early)?;
    let (front, rest) = bytes.split_at(len);
    *bytes = rest;
    Ok(front)
}

#[inline]
pub(crate) fn unzigzag(n: u64) -> i64 {
    (n >> 1).cast_signed() ^ -(n & 1).cast_signed()
}

pub(crate) fn ends_early() -> CodecError {
    CodecError::of_block("it ends early")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_come_back(n: u64, signed: i64, near in -70..70_i64) {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, n);
            [signed, near, i64::MIN, i64::MAX].into_iter().for_each(|n| put_signed(&mut bytes, n));
            let mut rest = bytes.as_slice();
            prop_assert_eq!(take_varint(&mut rest).unwrap(), n);
            for signed in [signed, near, i64::MIN, i64::MAX] {
                prop_assert_eq!(unzigzag(take_varint(&mut rest).unwrap()), signed);
            }
            prop_assert!(rest.is_empty());
        }
    }

    #[test]
    fn what_is_cut_or_too_long_is_refused() {
        let take = |mut bytes: &[u8]| take_varint(&mut bytes);
        assert_eq!(take(&[]), Err(ends_early()));
        assert_eq!(take(&[0x80]), Err(ends_early()));
        assert!(take(&[0xFF; 10]).is_err());
        assert_eq!(take(&[&[0xFF; 9][..], &[1]].concat()), Ok(u64::MAX));
        assert!(take(&[&[0xFF; 9][..], &[2]].concat()).is_err());
        assert!(take_u32(&mut &[0xFF, 0xFF, 0xFF, 0xFF, 0x1F][..]).is_err());
    }
}
