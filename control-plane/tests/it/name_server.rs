//! DNS server on loopback. It answers TXT questions over UDP with the records that a test sets.

use std::collections::HashMap;
use std::net::{SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex};

use hickory_resolver::proto::op::{Message, ResponseCode};
use hickory_resolver::proto::rr::rdata::TXT;
use hickory_resolver::proto::rr::{RData, Record};

/// Answer for a name.
#[derive(Clone)]
pub enum Answer {
    /// TXT records.
    Txt(Vec<String>),
    /// The server can't answer.
    Failure,
}

/// Running server. Its thread ends with the process.
pub struct NameServer {
    pub address: SocketAddr,
    answers: Arc<Mutex<HashMap<String, Answer>>>,
}

impl NameServer {
    pub fn start() -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        let address = socket.local_addr().unwrap();
        let answers = Arc::new(Mutex::new(HashMap::new()));
        let known = Arc::clone(&answers);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok((length, from)) = socket.recv_from(&mut buffer) {
                let Ok(question) = Message::from_vec(&buffer[..length]) else {
                    continue;
                };
                let answer = answered(question, &known.lock().unwrap());
                socket.send_to(&answer.to_vec().unwrap(), from).unwrap();
            }
        });
        Self { address, answers }
    }

    pub fn set(&self, name: &str, answer: Answer) {
        self.answers.lock().unwrap().insert(format!("{name}."), answer);
    }
}

fn answered(question: Message, known: &HashMap<String, Answer>) -> Message {
    let name = question.queries[0].name().clone();
    let mut answer = question.into_response();
    match known.get(&name.to_string()) {
        None => answer.metadata.response_code = ResponseCode::NXDomain,
        Some(Answer::Failure) => answer.metadata.response_code = ResponseCode::ServFail,
        Some(Answer::Txt(records)) => {
            for record in records {
                let data = RData::TXT(TXT::new(vec![record.clone()]));
                answer.add_answer(Record::from_rdata(name.clone(), 60, data));
            }
        }
    }
    answer
}
