//! Uploaded images, fonts and tables.

use tenant_runtime::http::Role;

use super::hostile;
use crate::support::Installation;

const UPLOAD: &str = "/accounts/upload";

/// A gray JPEG with two bits for each of its blocks.
fn gray_photo(width: u16, height: u16) -> Vec<u8> {
    let mut file = b"\xff\xd8\xff\xdb\0\x43\0".to_vec();
    file.extend([1; 64]);
    file.extend([0xff, 0xc0, 0, 17, 8]);
    file.extend(height.to_be_bytes());
    file.extend(width.to_be_bytes());
    file.extend([3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
    // One code of one bit in each table: a block like the one before it, and its end.
    for table in [0x00, 0x10] {
        file.extend([0xff, 0xc4, 0, 20, table, 1]);
        file.extend([0; 16]);
    }
    file.extend(b"\xff\xda\0\x0c\x03\x01\0\x02\0\x03\0\0\x3f\0");
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8) * 3;
    file.resize(file.len() + blocks.div_ceil(4), 0);
    file.extend(b"\xff\xd9");
    file
}

#[tokio::test]
async fn image_bombs_are_rejected() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let (manager, visitor) = (
        site.staff(Role::Manager).await,
        installation.site_called("harbor").await.visitor(),
    );
    let bombs = [
        hostile::progressive_jpeg(7_000),
        hostile::claiming_png(16_000, 16_000),
        hostile::claiming_png(100_000, 1),
    ];
    for bomb in bombs {
        let (refused, other) = tokio::join!(manager.upload(UPLOAD, &bomb), visitor.get("/locations"));
        let refused = refused.refused(422, "invalid_fields");
        let message = &refused["fields"]["file"];
        assert!(message.as_str().unwrap().contains("too many pixels"), "{message}");
        other.succeeded();
    }
    let cut = manager.upload(UPLOAD, hostile::claiming_png(7_000, 7_000)).await;
    cut.refused(422, "invalid_fields");
    let small = manager.upload(UPLOAD, hostile::progressive_jpeg(400)).await.succeeded();
    assert!(small["urls"][0].as_str().unwrap().ends_with("-400x400.jpg"), "{small}");
}

#[tokio::test]
async fn photo_of_42_megapixels_is_served_in_its_widths() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let stored = manager.upload(UPLOAD, gray_photo(13_000, 3_250)).await.succeeded();
    let url = stored["urls"][0].as_str().unwrap();
    let stem = url.strip_suffix(".jpg").unwrap();
    assert!(stem.ends_with("-13000x3250"), "{url}");
    let widest = site.visitor().get(&format!("{stem}-1920.webp")).await;
    assert_eq!(widest.status, 200);
}

#[tokio::test]
async fn fonts_are_not_read() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    for font in hostile::fonts() {
        let refused = manager.upload(UPLOAD, &font).await;
        refused.refused(422, "invalid_fields");
        let drawing = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><style>@font-face {{ font-family: x; src: \
             url(data:font/ttf;base64,{}) }}</style><text font-family='x'>x</text></svg>",
            data_encoding::BASE64.encode(&font[..font.len().min(3_000)])
        );
        let url = manager.upload(UPLOAD, drawing).await.succeeded()["urls"][0].clone();
        let served = site.visitor().get(url.as_str().unwrap()).await;
        assert!(!served.text.contains("font/ttf"), "{}", served.text);
    }
}

#[tokio::test]
async fn hostile_tables_are_rejected() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let (manager, visitor) = (
        site.staff(Role::Manager).await,
        installation.site_called("harbor").await.visitor(),
    );
    let imports = [
        "/admin/products/import",
        "/admin/locations/import",
        "/admin/deals/import",
        "/admin/promo-codes/import",
    ];
    let tables = [
        ("columns", "a,".repeat(200_000)),
        ("unclosed quotes", format!("name,price\n\"{}", "a,\n".repeat(100_000))),
        ("quotes", "\"".repeat(500_000)),
        ("long field", format!("name,price\n{},1\n", "x".repeat(1 << 20))),
        ("line breaks", "\n".repeat(1 << 20)),
    ];
    for ((kind, table), import) in tables.iter().zip(imports.into_iter().cycle()) {
        let (refused, other) = tokio::join!(manager.upload(import, table), visitor.get("/locations"));
        let is_refused = refused.status == 422 || refused.body["resultData"]["imported"] == false;
        assert!(is_refused, "{kind} {import} {} {:.300}", refused.status, refused.text);
        assert!(refused.text.len() < 20_000, "{kind} {import} {}", refused.text.len());
        other.succeeded();
    }
    let wide = manager.upload(imports[0], &tables[0].1).await;
    let refused = wide.refused(422, "invalid_fields");
    assert!(
        refused["errorMessage"].as_str().unwrap().contains("columns"),
        "{refused}"
    );
}
