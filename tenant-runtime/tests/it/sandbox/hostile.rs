//! Inputs that need much memory, time or depth, and mutations of valid ones. Also used by the benchmarks.

use serde_json::{Value, json};

/// A progressive JPEG whose decoder keeps six bytes for each of its pixels until the end.
pub fn progressive_jpeg(side: u16) -> Vec<u8> {
    let mut file = b"\xff\xd8\xff\xdb\0\x43\0".to_vec();
    file.extend([1; 64]);
    let [high, low] = side.to_be_bytes();
    file.extend([0xff, 0xc2, 0, 17, 8, high, low, high, low, 3]);
    file.extend([1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
    // Single one-bit code: repeats the previous block.
    file.extend(b"\xff\xc4\0\x14\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    file.extend(b"\xff\xda\0\x0c\x03\x01\0\x02\0\x03\0\0\0\0");
    let blocks = usize::from(side).div_ceil(8).pow(2) * 3;
    file.resize(file.len() + blocks.div_ceil(8), 0);
    file.extend(b"\xff\xd9");
    file
}

/// A PNG of a few bytes that claims this size, in four colors.
pub fn claiming_png(width: u32, height: u32) -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 6, 0, 0, 0]);
    let chunk = |content: &[u8]| {
        let length = u32::try_from(content.len() - 4).unwrap();
        [&length.to_be_bytes(), content, &crc32(content).to_be_bytes()].concat()
    };
    let data = b"IDAT\x78\x9c\x63\0\0\0\x01\0\x01";
    [b"\x89PNG\r\n\x1a\n", &*chunk(&header), &*chunk(data), &*chunk(b"IEND")].concat()
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xEDB8_8320 & 0u32.wrapping_sub(sum & 1))
        })
    })
}

/// A font whose only table lies behind its end, and one whose table directory has 65,535 entries.
pub fn fonts() -> [Vec<u8>; 3] {
    let directory = |tables: u16| {
        let mut file = b"\0\x01\0\0".to_vec();
        file.extend(tables.to_be_bytes());
        file.extend([0; 6]);
        for _ in 0..tables {
            file.extend(b"glyf\0\0\0\0\x7f\xff\xff\xff\x7f\xff\xff\xff");
        }
        file
    };
    let compressed = [b"wOF2\0\x01\0\0".as_slice(), &[0xff; 64]].concat();
    [directory(1), directory(u16::MAX), compressed]
}

/// Request of a manager.
#[derive(Clone)]
pub struct Input {
    /// Below `/api/v1`.
    pub path: &'static str,
    pub content: Content,
}

#[derive(Clone)]
pub enum Content {
    Json(Value),
    /// As the only file of a form.
    File(Vec<u8>),
}

const UPLOAD: &str = "/accounts/upload";
const TEXT: &str = "/admin/texts/preview";
const MAIL: &str = "/admin/mails/receipt/en/preview";
const IMPORT: &str = "/admin/products/import?dryRun=true";

/// An email whose text and markup have this content.
fn mail(text: &str, content: &str) -> Input {
    let markup = format!("<mjml><mj-body><mj-section><mj-column>{content}</mj-column></mj-section></mj-body></mjml>");
    Input {
        path: MAIL,
        content: Content::Json(json!({ "subject": "Receipt", "text": text, "markup": markup })),
    }
}

fn html(html: String) -> Input {
    Input {
        path: TEXT,
        content: Content::Json(json!({ "html": html })),
    }
}

fn file(path: &'static str, file: impl Into<Vec<u8>>) -> Input {
    Input {
        path,
        content: Content::File(file.into()),
    }
}

fn drawing(content: &str) -> Input {
    let namespaces = "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    file(UPLOAD, format!("<svg {namespaces} viewBox=\"0 0 9 9\">{content}</svg>"))
}

/// Elements of a drawing that each refer to the next.
fn chain(count: usize, element: impl Fn(usize, usize) -> String) -> Input {
    drawing(&(0..count).map(|n| element(n, n + 1)).collect::<String>())
}

/// Inputs that once ended or stopped a server.
pub fn inputs() -> Vec<Input> {
    let nested = |count| {
        format!(
            "<mj-text>{}x{}</mj-text>",
            "<div>".repeat(count),
            "</div>".repeat(count)
        )
    };
    let doubled = |count| {
        format!(
            "{{% set ns = namespace(s='a') %}}{{% for i in range({count}) %}}{{% set ns.s = ns.s ~ ns.s %}}{{% endfor %}}"
        )
    };
    let for_others =
        "<mj-text>{% if first_name != \"Ann\" %}{% for i in range(3000) %}<div>{% endfor %}{% endif %}</mj-text>";
    let mut inputs = vec![
        mail("x", for_others),
        mail("x", &nested(500)),
        mail("x", &nested(20_000)),
        mail(&format!("{{{{ 1{} }}}}", "|string".repeat(8_000)), ""),
        mail(&doubled(28), ""),
        mail("{{ \"%300000000d\"|format(1) }}", ""),
        mail("{{ \"a\\nb\"|indent(300000000) }}", ""),
        mail("{{ debug() }}", ""),
        chain(3_000, |n, next| {
            format!("<mask id=\"m{n}\" mask=\"url(#m{next})\"><rect width=\"1\" height=\"1\"/></mask>")
        }),
        chain(1_000, |n, next| {
            format!("<clipPath id=\"m{n}\" clip-path=\"url(#m{next})\"><path d=\"M0 0\"/></clipPath>")
        }),
        chain(1_000, |n, next| {
            format!("<pattern id=\"m{n}\"><rect fill=\"url(#m{next})\"/></pattern>")
        }),
        chain(5_000, |n, next| {
            format!("<marker id=\"m{n}\"><path marker-end=\"url(#m{next})\"/></marker>")
        }),
        chain(9_000, |n, next| {
            format!("<linearGradient id=\"m{n}\" xlink:href=\"#m{next}\"/>")
        }),
        drawing(&format!(
            "<filter id=\"f\">{}<feGaussianBlur stdDeviation=\"9\"/></filter><rect filter=\"url(#f)\"/>",
            "<feTurbulence numOctaves=\"100000\"/>".repeat(20)
        )),
        drawing(&format!(
            "<filter id=\"f\">{}</filter><rect filter=\"url(#f)\"/>",
            "<feMorphology radius=\"500\"/>".repeat(300)
        )),
        file(UPLOAD, progressive_jpeg(7_000)),
        file(UPLOAD, claiming_png(7_000, 7_000)),
        file(UPLOAD, claiming_png(6_000, 6_000)),
        file(UPLOAD, claiming_png(100_000, 1)),
        file(IMPORT, "a,".repeat(200_000)),
        file(IMPORT, format!("name,price\n\"{}", "a,\n".repeat(100_000))),
        file(IMPORT, format!("name,price\n{},1\n", "x".repeat(1 << 20))),
    ];
    let wrappers = format!("{}{}", "<mj-wrapper>".repeat(200), "</mj-wrapper>".repeat(200));
    inputs.push(Input {
        path: MAIL,
        content: Content::Json(json!({
            "subject": "Receipt", "text": "x", "markup": format!("<mjml><mj-body>{wrappers}</mj-body></mjml>"),
        })),
    });
    let unclosed = "<a><b>".repeat(12_000) + &"</a>".repeat(12_000);
    inputs.extend((0..4).map(|_| html(unclosed.clone())));
    inputs.extend(fonts().map(|font| file(UPLOAD, font)));
    inputs
}

/// Valid inputs of each kind.
fn samples() -> Vec<Input> {
    vec![
        mail(
            "Hi {{ first_name }}\n{% for line in details.lines %}{{ line.name }}{% endfor %}\n",
            "<mj-text>{{ first_name }} <b>x</b></mj-text><mj-table>{% for line in details.lines %}<tr><td>{{ line.name|upper \
             }}</td></tr>{% endfor %}</mj-table><mj-button href=\"https://example.com\">Go</mj-button>",
        ),
        drawing(
            "<defs><linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"#f00\"/></linearGradient><mask id=\"m\"><circle \
             r=\"4\"/></mask><g id=\"a\"><path d=\"M0 0L9 9C1 2 3 4 5 6Z\"/></g></defs><rect width=\"9\" height=\"9\" \
             fill=\"url(#g)\" mask=\"url(#m)\"/><use xlink:href=\"#a\" transform=\"rotate(45)\"/>",
        ),
        html(
            "<h2>Terms</h2><p>One <b>two</b> <a href=\"https://example.com\">three</a></p><ul><li>x</li></ul>"
                .to_owned(),
        ),
        file(UPLOAD, progressive_jpeg(24)),
        file(UPLOAD, claiming_png(1, 1)),
        file(UPLOAD, WEBP),
        file(
            IMPORT,
            "productType,name,price\nAppWash,\"Glow, wax\",12.50\nAppWash,Shine,3\n",
        ),
    ]
}

/// One pixel.
const WEBP: &[u8] = b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0";

/// Inserted by mutations.
const WORDS: [&str; 12] = [
    "<div>",
    "<g mask=\"url(#m)\">",
    "{% for i in range(99999) %}",
    "{{ first_name * 99999 }}",
    "%}",
    "]]>",
    "\"",
    "\0",
    "\u{fffd}",
    "<!DOCTYPE x [<!ENTITY a \"&a;\">]>",
    "99999999999",
    "\n,,,,\n",
];

/// `count` mutations of each valid input. The same seed has the same result.
pub fn fuzzed(seed: u64, count: usize) -> Vec<Input> {
    let mut random = Random(seed);
    let samples = samples();
    let mut inputs = samples.clone();
    for sample in &samples {
        for _ in 0..count {
            inputs.push(Input {
                path: sample.path,
                content: match &sample.content {
                    Content::File(file) => Content::File(random.mutated(file)),
                    Content::Json(body) => Content::Json(random.mutated_texts(body)),
                },
            });
        }
    }
    inputs
}

/// Xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (bound.max(1) as u64)).unwrap_or(0)
    }

    fn mutated(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(4) {
            let from = self.below(bytes.len());
            let to = (from + 1 + self.below(24)).min(bytes.len());
            match self.below(6) {
                0 => bytes[from] ^= 1 << self.below(8),
                1 => bytes[from..to].fill([0, 0xff, 0x7f][from % 3]),
                2 => drop(bytes.drain(from..to)),
                3 => {
                    let part = bytes[from..to].repeat(1 + self.below(2_000));
                    bytes.splice(from..from, part);
                }
                4 => {
                    let word = WORDS[self.below(WORDS.len())].repeat(1 + self.below(300));
                    bytes.splice(from..from, word.into_bytes());
                }
                _ => bytes.truncate(to),
            }
            if bytes.is_empty() {
                break;
            }
        }
        bytes
    }

    /// The same with one of its texts changed.
    fn mutated_texts(&mut self, body: &Value) -> Value {
        let mut body = body.clone();
        if let Some(fields) = body.as_object_mut() {
            let at = self.below(fields.len());
            if let Some(Value::String(text)) = fields.values_mut().nth(at) {
                *text = String::from_utf8_lossy(&self.mutated(text.as_bytes())).into_owned();
            }
        }
        body
    }
}
