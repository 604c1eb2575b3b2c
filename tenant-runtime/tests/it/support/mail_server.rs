use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// Behavior of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Takes,
    /// Closes every connection.
    Down,
    /// Says this of every recipient.
    Refuses(&'static str),
    /// Says the second of a recipient with the first as address, and takes mail to others.
    RefusesTo(&'static str, &'static str),
    /// Says nothing about a recipient with the address until its manner changes, and takes mail to others.
    Holds(&'static str),
}

/// A server that speaks as much SMTP (RFC 5321) as it takes to hand a mail over, and lays it where mailboxes are read.
#[derive(Clone)]
pub struct MailServer {
    pub url: String,
    manner: Arc<Mutex<Manner>>,
    folder: PathBuf,
    taken: Arc<AtomicU64>,
}

impl MailServer {
    pub(super) async fn start(folder: PathBuf) -> Self {
        std::fs::create_dir_all(&folder).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Self {
            url: format!("smtp://{}", listener.local_addr().unwrap()),
            manner: Arc::new(Mutex::new(Manner::Takes)),
            folder,
            taken: Arc::default(),
        };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let server = serving.clone();
                tokio::spawn(async move { server.talk(stream).await });
            }
        });
        server
    }

    pub fn set(&self, manner: Manner) {
        *self.manner.lock().unwrap() = manner;
    }

    fn manner(&self) -> Manner {
        *self.manner.lock().unwrap()
    }

    /// Until either side hangs up.
    async fn talk(&self, stream: TcpStream) -> Option<()> {
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        let mut mail: Option<String> = None;
        let mut answer = "220 stub".to_owned();
        loop {
            if self.manner() == Manner::Down {
                return None;
            }
            if !answer.is_empty() {
                write.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
            }
            let line = lines.next_line().await.ok()??;
            answer = match (&mut mail, self.manner()) {
                (Some(_), _) if line == "." => {
                    self.keep(&mail.take().unwrap());
                    "250 taken".to_owned()
                }
                (Some(text), _) => {
                    // Undoing what keeps a lone full stop from ending the mail.
                    text.push_str(line.strip_prefix('.').unwrap_or(&line));
                    text.push_str("\r\n");
                    String::new()
                }
                (None, Manner::Refuses(why)) if line.starts_with("RCPT") => why.to_owned(),
                (None, Manner::RefusesTo(whom, why)) if line.starts_with("RCPT") && line.contains(whom) => {
                    why.to_owned()
                }
                (None, held @ Manner::Holds(whom)) if line.starts_with("RCPT") && line.contains(whom) => {
                    while self.manner() == held {
                        tokio::time::sleep(Duration::from_millis(10)).await;
                    }
                    "250 ok".to_owned()
                }
                (None, _) if line.starts_with("DATA") => {
                    mail = Some(String::new());
                    "354 go on".to_owned()
                }
                _ => "250 ok".to_owned(),
            };
        }
    }

    fn keep(&self, mail: &str) {
        let name = format!("{:06}.eml", self.taken.fetch_add(1, Ordering::Relaxed));
        std::fs::write(self.folder.join(name), mail).unwrap();
    }
}
