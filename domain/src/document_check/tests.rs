use std::io::Write;

use flate2::{Compression, write::ZlibEncoder};
use proptest::prelude::*;

use super::*;

const HEAD: &str = "%PDF-1.7\n%\u{e2}\u{e3}\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n";
const TAIL: &str = "\ntrailer\n<< /Root 1 0 R /Size 9 >>\nstartxref\n0\n%%EOF\n";

fn pdf(objects: impl AsRef<[u8]>) -> Vec<u8> {
    [HEAD.as_bytes(), objects.as_ref(), TAIL.as_bytes()].concat()
}

fn packed(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn stream(dictionary: &str, data: &[u8]) -> Vec<u8> {
    [b"4 0 obj\n<< ", dictionary.as_bytes(), b" >>\nstream\r\n", data, b"\nendstream\nendobj\n"].concat()
}

fn objects(content: &str) -> Vec<u8> {
    stream("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", &packed(content.as_bytes()))
}

fn jpeg() -> Vec<u8> {
    let head = [0xff, 0xd8, 0xff, 0xe0, 0, 16, b'J', b'F', b'I', b'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0];
    let scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9];
    [head.as_slice(), &scan].concat()
}

/// A JPEG picture with one more segment.
fn jpeg_with(marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    let mut jpeg = jpeg();
    jpeg.splice(20..20, [[0xff, marker].as_slice(), &length, content].concat());
    jpeg
}

fn png() -> Vec<u8> {
    png_with(*b"tEXt", b"Comment\0A picture")
}

/// A PNG picture with one more chunk.
fn png_with(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    let chunk = |name: &[u8; 4], data: &[u8]| {
        [&u32::try_from(data.len()).unwrap().to_be_bytes(), name.as_slice(), data, &[0; 4]].concat()
    };
    let chunks =
        [chunk(b"IHDR", &[0; 13]), chunk(&name, content), chunk(b"IDAT", b"pixels"), chunk(b"IEND", b"")];
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat()].concat()
}

fn heic() -> Vec<u8> {
    let mp4_box = |name: &[u8; 4], data: &[u8]| {
        [&u32::try_from(data.len() + 8).unwrap().to_be_bytes(), name.as_slice(), data].concat()
    };
    [mp4_box(b"ftyp", b"heic\0\0\0\0mif1heic"), mp4_box(b"meta", &[0; 9]), mp4_box(b"mdat", b"pixels")]
        .concat()
}

fn with(mut document: Vec<u8>, appended: &[u8]) -> Vec<u8> {
    document.extend(appended);
    document
}

#[track_caller]
fn assert_rejected(document: Vec<u8>, fault: DocumentFault) {
    assert_eq!(check(document).map(|checked| checked.kind), Err(fault));
}

#[test]
fn passive_documents_are_accepted_unchanged() {
    let outline =
        "5 0 << /Title (JavaScript and \\) /JS) /First 6 0 R /A << /S /URI /URI (https://x.example) >> >>";
    let table = [
        (pdf(""), DocumentKind::Pdf),
        (pdf(objects(outline)), DocumentKind::Pdf),
        (pdf(stream("/Type /ObjStm /N 1 /First 4", outline.as_bytes())), DocumentKind::Pdf),
        (pdf(stream("/Length 9 /Filter /ASCII85Decode", b"BT /F1 (x")), DocumentKind::Pdf),
        (
            pdf("5 0 obj << /Type /Outlines /First 6 0 R /OpenAction [1 0 R /Fit] >> endobj"),
            DocumentKind::Pdf,
        ),
        (pdf("5 0 obj << /OpenAction << /S /GoTo /D [1 0 R /Fit] >> >> endobj"), DocumentKind::Pdf),
        (
            pdf(
                "5 0 obj << /OpenAction << /S /GoTo /D [1 0 R /Fit] >> /A << /S /URI /URI (https://x.example) >> >> endobj",
            ),
            DocumentKind::Pdf,
        ),
        (pdf("5 0 obj << /F 4 /ID [<2f 4A> <>] >> endobj"), DocumentKind::Pdf),
        (pdf("5 0 obj << /F 4 /P 5 0 R >> endobj % 1 < 2, <4E> << 3\n"), DocumentKind::Pdf),
        // Flags by reference, and a font with a glyph of this name.
        (pdf("5 0 obj << /F 6 0 R >> endobj 6 0 obj 4 endobj 7 0 obj (text) endobj"), DocumentKind::Pdf),
        (
            pdf(with(b"5 0 obj << /CharProcs << /F 4 0 R >> >> endobj ".to_vec(), &stream("", b"(F) Tj"))),
            DocumentKind::Pdf,
        ),
        (pdf("5 0 obj << /Author (Maria <maria@example.org>) >> endobj"), DocumentKind::Pdf),
        (pdf(stream("/Type /Metadata", b"<?xpacket?><x:xmpmeta x:on='1'></x:xmpmeta>")), DocumentKind::Pdf),
        (
            pdf("5 0 obj << /OpenAction [1 0 R /Fit] /A << /S /URI /URI (https://x.example) >> >> endobj"),
            DocumentKind::Pdf,
        ),
        (with(pdf(""), b"5 0 obj << >> endobj\nstartxref 0 %%EOF \r\n\0"), DocumentKind::Pdf),
        (jpeg(), DocumentKind::Jpeg),
        (jpeg_with(0xfe, b"quality = 90 < 100"), DocumentKind::Jpeg),
        (jpeg_with(0xe1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta></x:xmpmeta>"), DocumentKind::Jpeg),
        (png(), DocumentKind::Png),
        (png_with(*b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta></x:xmpmeta>"), DocumentKind::Png),
        (heic(), DocumentKind::Heic),
    ];
    for (document, kind) in table {
        let checked = check(document.clone()).map(|checked| checked.kind);
        assert_eq!(checked, Ok(kind), "{}", String::from_utf8_lossy(&document));
    }
}

#[test]
fn other_file_types_are_rejected() {
    for document in [b"".as_slice(), b"GIF89a", b"<script>", b"MZ\x90\0", b"PK\x03\x04", b" %PDF-1.7 %%EOF"] {
        assert_rejected(document.to_vec(), DocumentFault::OtherKind);
    }
    assert_rejected(with(b"\n".to_vec(), &pdf("")), DocumentFault::OtherKind);
}

#[test]
fn truncated_document_is_damaged() {
    for (document, least) in [(pdf(""), 8), (jpeg(), 4), (png(), 8), (heic(), 28)] {
        for length in least..document.len() - 6 {
            let part = document[..length].to_vec();
            let fault = check(part).map(|checked| checked.kind);
            assert_eq!(fault, Err(DocumentFault::Damaged), "{length} bytes");
        }
    }
    for broken in [
        "5 0 obj << (",
        "<img src=x>",
        "<body>",
        "5 0 obj << >>> endobj",
        "5 0 obj ] endobj",
        "4 0 obj << >> stream\n",
        "<<",
    ] {
        assert_rejected(pdf(broken), DocumentFault::Damaged);
    }
    assert_rejected(pdf("[".repeat(100_000)), DocumentFault::Damaged);
}

#[test]
fn pdf_with_active_content_is_rejected_wherever_it_is_hidden() {
    let active = [
        "<< /S /JavaScript /JS (app.alert\\(1\\)) >>",
        "<< /S /J#61vaScript /J#53 (app.alert\\(1\\)) >>",
        "<</S/#4A#61#76#61#53#63#72#69#70#74/#4AS(x)>>",
        "<< /OpenAction << /S /Launch /F (cmd.exe) >> >>",
        "<< /A << /S /SubmitForm /F (https://x.example) >> >>",
        "<< /A << /S /GoToR /F (\\\\\\\\x.example\\\\share) >> >>",
        "<< /S /GoToE >>",
        "<< /S /ImportData >>",
        "<< /Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >> >>",
        "<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>",
        "<< /AcroForm << /XFA [] >> >>",
        "<< /Subtype /RichMedia >>",
        "<< /Subtype /FileAttachment >>",
        "<< /OnInstantiate 5 0 R >>",
        "<< /OpenAction << /S /URI /URI (https://x.example) >> >>",
        "<< /OpenAction 6 0 R /A << /S /U#52I /URI (https://x.example) >> >>",
        "<< /OpenAction << /S /GoTo /D [1 0 R /Fit] /Next << /S /URI /URI (https://x.example) >> >> >>",
        "<< /OpenAction << /S /Thread /F (//x.example/a.pdf) >> >>",
        "<< /Ref << /F (https://x.example/a.pdf) /Page 0 >> >>",
        "<< /F << /FS /URL /F (https://x.example/a) >> >>",
        "<< /F <2f2f78> >>",
        "<< /Type /Filespec /UF (//x.example/a.pdf) >>",
        "<< /Type /Filespec /Unix (//x.example/a.pdf) >>",
        "<< /Type /Filespec /DOS <2f2f78> >>",
        "<< /Type /Page /AA << /O << /S /GoTo >> >> >>",
        "<< /S /Rendition >>",
        "/JavaScript",
    ];
    for action in active {
        assert_rejected(pdf(format!("5 0 obj {action} endobj")), DocumentFault::Active);
        assert_rejected(pdf(objects(&format!("5 0 {action}"))), DocumentFault::Active);
        assert_rejected(
            pdf(stream("/Type /ObjStm /N 1 /First 4", format!("5 0 {action}").as_bytes())),
            DocumentFault::Active,
        );
    }
    for reference in ["/F 6 0 R", "/#46 06 0 R", "/F%\n6%\n0%\nR", "/UF 6 0R", "/M#61c 6 0 R", "/Unix 7 0 R"]
    {
        let action = format!("<< /OpenAction << /S /Thread {reference} >> >>");
        let text = "(\\\\\\\\x.example\\\\share)";
        assert_rejected(
            pdf(format!("5 0 obj {action} endobj 6 0 obj {text} endobj 7 0 obj 6 0 R endobj")),
            DocumentFault::Active,
        );
        assert_rejected(pdf(objects(&format!("6 0 7 8 5 9 {text} 6 0 R {action}"))), DocumentFault::Active);
        let in_both =
            [objects(&format!("5 0 {action}")), format!("6 0 obj {text} endobj 7 0 obj 6 0 R endobj").into()];
        assert_rejected(pdf(in_both.concat()), DocumentFault::Active);
    }
    // A program that repairs the file, or follows a table into the middle of a comment or string, finds these.
    for hidden in ["% 5 0 obj << /S /JavaScript >>\n", "(5 0 obj << /S /JavaScript >>)"] {
        assert_rejected(pdf(hidden), DocumentFault::Active);
    }
    assert_rejected(pdf(stream("", b"5 0 obj << /S /JavaScript >> endobj")), DocumentFault::Active);
}

#[test]
fn object_streams_hidden_by_unusual_packing_are_rejected() {
    let evil = packed(b"5 0 << /S /JavaScript >>");
    let container = stream("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", &evil);
    // Only one of the two keys is present, or the names are escaped.
    for dictionary in
        ["/N 1 /First 4 /Filter /FlateDecode", "/Type /Obj#53tm /N 1 /F#69rst 4 /Filter [/FlateDecode]"]
    {
        assert_rejected(pdf(stream(dictionary, &evil)), DocumentFault::Active);
    }
    for dictionary in [
        "/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]",
        "/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]",
        "/Type /ObjStm /N 1 /First 4 /Filter /Fl",
        "/Type /ObjStm /N 1 /First 4 /Filter 9 0 R",
        "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>",
    ] {
        assert_rejected(pdf(stream(dictionary, &evil)), DocumentFault::Damaged);
    }
    // Within a string, a comment, or another stream.
    assert_rejected(pdf([b"(".as_slice(), &container, b")"].concat()), DocumentFault::Damaged);
    assert_rejected(pdf(stream("", &container)), DocumentFault::Damaged);
    let in_comment = [b"% 4 0 obj << /First 4 /Filter /FlateDecode >> stream\r".as_slice(), &evil].concat();
    assert!(check(pdf(in_comment)).is_err());
    assert_rejected(pdf("9 0 obj /ObjStm endobj"), DocumentFault::Damaged);
    assert_rejected(pdf(objects("5 0 /ObjStm")), DocumentFault::Damaged);
    assert_rejected(pdf(stream("/First 4 /Filter /FlateDecode", b"not packed")), DocumentFault::Damaged);
}

#[test]
fn object_streams_are_decompressed_up_to_a_limit() {
    let bomb = packed(&vec![b' '; 12 * 1024 * 1024]);
    let check_copies = |count: usize| {
        let bomb_stream = stream("/Type /ObjStm /N 0 /First 0 /Filter /FlateDecode", &bomb);
        check(pdf(bomb_stream.repeat(count))).map(|checked| checked.kind)
    };
    assert_eq!(check_copies(2), Ok(DocumentKind::Pdf));
    assert_eq!(check_copies(3), Err(DocumentFault::Damaged));
}

#[test]
fn pdf_with_password_is_rejected() {
    let encrypted = "trailer << /Root 1 0 R /Encrypt 7 0 R >>";
    assert_rejected(pdf(encrypted), DocumentFault::Locked);
    assert_rejected(pdf("trailer << /#45ncrypt 7 0 R >>"), DocumentFault::Locked);
    assert!(check(pdf("5 0 obj << /EncryptMetadata false >> endobj")).is_ok());
}

#[test]
fn polyglot_document_is_rejected() {
    let zip = b"PK\x03\x04 and its directory PK\x05\x06\0\0\0\0\x01\0\x01\0\0\0\0\0\0\0\0\0\0\0";
    let pages = [
        b"<html>".as_slice(),
        b"<ScRiPt src=//x.example>",
        b"<!DOCTYPE html>",
        b"<svg onload=x>",
        b"<?php x",
    ];
    let program = [b"\x7fELF\x02\x01\x01".as_slice(), &[0; 60]].concat();
    let appended: Vec<&[u8]> =
        [zip.as_slice(), b"Rar!\x1a\x07\0", b"7z\xbc\xaf\x27\x1c", b"MZ\x90\0", &program]
            .into_iter()
            .chain(pages)
            .collect();
    for (document, name) in [(pdf(""), "PDF"), (jpeg(), "JPEG"), (png(), "PNG"), (heic(), "HEIC")] {
        for appended in &appended {
            let checked = check(with(document.clone(), appended)).map(|checked| checked.kind);
            assert_eq!(
                checked,
                Err(DocumentFault::Mixed),
                "{name} with {}",
                String::from_utf8_lossy(appended)
            );
        }
    }
    for picture in [jpeg(), png(), heic()] {
        assert_rejected(with(picture, &pdf("")), DocumentFault::Mixed);
    }
    assert_rejected(with(pdf(""), b"alert(1)"), DocumentFault::Mixed);
    assert_rejected(pdf(stream("", zip)), DocumentFault::Mixed);
    assert_rejected(pdf("% <script >alert(1)</script>"), DocumentFault::Mixed);
    let at = |place: usize, signature: &[u8]| {
        let mut document = pdf(format!("%{}", " ".repeat(0x9100)));
        document[place..place + signature.len()].copy_from_slice(signature);
        document
    };
    for (place, signature) in [(257, b"ustar".as_slice()), (128, b"DICM"), (0x8001, b"CD001")] {
        assert!(check(at(place, signature)).is_err());
        assert!(check(at(place + 1, signature)).is_ok());
    }
    for markup in [
        "<body onload=x>",
        "<img src=x onerror=x>",
        "<?=x?>",
        "<%= x %>",
        "<meta http-equiv=refresh>",
        "<math>",
        "<!--",
        "</p>",
    ] {
        let text = format!("a text {markup}");
        let packed = objects(&format!("5 0 % {text}\n<< /A 1 >>"));
        for document in [
            pdf(format!("% {text}\n")),
            pdf(packed),
            jpeg_with(0xfe, text.as_bytes()),
            png_with(*b"tEXt", format!("Comment\0{text}").as_bytes()),
        ] {
            assert_rejected(document, DocumentFault::Mixed);
        }
    }
    // Tags with event handlers count in every part.
    let tag = b"\0<a href='x'\nonClick = 'x'>, <img/onerror=x>";
    for document in [pdf(stream("", tag)), jpeg_with(0xe1, tag), png_with(*b"eXIf", tag), with(heic(), tag)] {
        assert_rejected(document, DocumentFault::Mixed);
    }
    let mut script = jpeg();
    script.splice(4..6, *b"/*");
    assert_rejected(script, DocumentFault::Damaged);
}

#[test]
fn data_appended_by_cameras_is_removed() {
    let film = heic();
    for appended in [jpeg(), film, b"SEFH notes of a phone SEFT".to_vec()] {
        for picture in [jpeg(), png()] {
            let checked = check(with(picture.clone(), &appended)).unwrap();
            assert_eq!(checked.bytes, picture);
        }
    }
}

fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let known = [
        b"%PDF-1.7\n".to_vec(),
        b"%%EOF".to_vec(),
        b"1 0 obj ".to_vec(),
        b"<< /First 1 /Filter /FlateDecode >> ".to_vec(),
        b"stream\n".to_vec(),
        b"endstream ".to_vec(),
        b"endobj ".to_vec(),
        b"/ObjStm".to_vec(),
        b"/J#61".to_vec(),
        b"(".to_vec(),
        b")".to_vec(),
        b"<".to_vec(),
        b"[".to_vec(),
        b"\xff\xd8\xff".to_vec(),
        b"\xff\xda\0\x02".to_vec(),
        b"\xff\xd9".to_vec(),
        b"\x89PNG\r\n\x1a\n".to_vec(),
        b"\0\0\0\0IEND".to_vec(),
        b"\0\0\0\x18ftypheic".to_vec(),
        b"\0\0\0\x01meta\xff\xff\xff\xff\xff\xff\xff\xff".to_vec(),
        packed(b"5 0 << /A 1 >>"),
        jpeg(),
        png(),
        heic(),
        pdf(""),
    ];
    let piece =
        prop_oneof![proptest::sample::select(known.to_vec()), proptest::collection::vec(any::<u8>(), 0..40)];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_accepted_or_rejected_without_panic(bytes in pieces()) {
        if let Ok(checked) = check(bytes.clone()) {
            prop_assert!(bytes.starts_with(&checked.bytes));
            let again = check(checked.bytes.clone());
            prop_assert_eq!(again, Ok(checked), "the checked bytes pass again unchanged");
        }
    }

    #[test]
    fn document_with_a_changed_byte_is_checked_without_panic(
        at in any::<prop::sample::Index>(), byte in any::<u8>(), which in 0..4_usize,
    ) {
        let mut document = [pdf(objects("5 0 << /A [1 (b) <63>] >>")), jpeg(), png(), heic()][which].clone();
        let at = at.index(document.len());
        document[at] = byte;
        let _ = check(document);
    }
}
