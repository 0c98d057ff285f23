//! Encodes any path as text, including paths that are not valid UTF-8, by percent-encoding everything but plain characters.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, percent_encode};

/// Encoded characters: path separators stay readable, blanks and quotes do not.
const ENCODED: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'%').add(b';').add(b'\\');

/// Encodes a path.
pub fn encode(path: &Path) -> String {
    percent_encode(path.as_os_str().as_encoded_bytes(), ENCODED).to_string()
}

/// Decodes a path.
pub fn decode(text: &str) -> PathBuf {
    let bytes: Vec<u8> = percent_decode_str(text).collect();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        PathBuf::from(std::ffi::OsString::from_vec(bytes))
    }
    #[cfg(not(unix))]
    {
        PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Serde adapter for an optional path: `#[serde(with = "path_text")]`. Text that is not encoded is read unchanged.
pub mod optional {
    use super::{Path, PathBuf, decode, encode};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Serialises the path.
    pub fn serialize<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
        path.as_deref().map(Path::new).map(encode).serialize(serializer)
    }

    /// Deserialises the path.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
        Ok(Option::<String>::deserialize(deserializer)?.map(|text| decode(&text)))
    }
}

/// Serde adapter for a list of paths.
pub mod list {
    use super::{PathBuf, decode, encode};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Serialises the paths.
    pub fn serialize<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
        let texts: Vec<String> = paths.iter().map(|path| encode(path)).collect();
        texts.serialize(serializer)
    }

    /// Deserialises the paths.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        Ok(texts.iter().map(|text| decode(text)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_path_goes_through_text() {
        assert_eq!(encode(Path::new("/a b/50%.ron")), "/a%20b/50%25.ron");
        for path in ["/plain/leg.ron", "/a b/50%.ron", "/été/\"x\";y\nz.ron"] {
            let text = encode(Path::new(path));
            assert!(text.chars().all(|c| c.is_ascii_graphic()), "{text}");
            assert_eq!(decode(&text), Path::new(path));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_is_no_text_too() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"/work/\xff\xfe.ron"));
        assert_eq!(decode(&encode(path)), path);
    }
}
