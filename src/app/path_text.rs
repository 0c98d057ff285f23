//! Paths as text that any path survives, one that is no UTF-8 too: what is no plain letter is percent-encoded.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, percent_encode};

/// What stands between the names of folders stays readable; blanks and quotes do not.
const ENCODED: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'%').add(b';').add(b'\\');

/// The text of a path.
pub fn encode(path: &Path) -> String {
    percent_encode(path.as_os_str().as_encoded_bytes(), ENCODED).to_string()
}

/// The path of a text.
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

/// For a field that may be a path: `#[serde(with = "path_text")]`. Text that is not encoded is read as it is.
pub mod optional {
    use super::{Path, PathBuf, decode, encode};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes it.
    pub fn serialize<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
        path.as_deref().map(Path::new).map(encode).serialize(serializer)
    }

    /// Reads it.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
        Ok(Option::<String>::deserialize(deserializer)?.map(|text| decode(&text)))
    }
}

/// For a field that is a list of paths, likewise.
pub mod list {
    use super::{PathBuf, decode, encode};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes it.
    pub fn serialize<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
        let texts: Vec<String> = paths.iter().map(|path| encode(path)).collect();
        texts.serialize(serializer)
    }

    /// Reads it.
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
