//! Outcome of a charge that staff read in the processor's dashboard, for processors without a lookup. Pure.

use super::exacthosted;
use super::processor::Approval;

/// Longer than the numbers of any processor.
const LONGEST: usize = 50;

/// Impossible value in the dashboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misread {
    Transaction,
    Code,
}

/// Approval of a charge at `processor`, for a later void or refund. `transaction`: the processor's number of the
/// charge; `code`: the authorization number, without which E-xact doesn't find the transaction.
///
/// # Errors
/// Fields that can't be as the dashboard shows them.
pub fn read_approval(processor: &str, transaction: &str, code: &str) -> Result<Approval, Misread> {
    let (transaction, code) = (transaction.trim(), code.trim());
    if transaction.is_empty() || !is_number(transaction) {
        return Err(Misread::Transaction);
    }
    if !is_number(code) {
        return Err(Misread::Code);
    }
    let transaction = match processor {
        exacthosted::NAME if code.is_empty() => return Err(Misread::Code),
        exacthosted::NAME => exacthosted::pair_of(code, transaction),
        _ => transaction.to_owned(),
    };
    Ok(Approval {
        transaction,
        code: code.to_owned(),
        network_reference: None,
    })
}

/// Like the numbers of processors.
fn is_number(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.len() <= LONGEST && text.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(processor: &str, transaction: &str, code: &str) -> Result<(String, String), Misread> {
        let approval = read_approval(processor, transaction, code)?;
        Ok((approval.transaction, approval.code))
    }

    #[test]
    fn numbers_are_parsed_as_dashboards_show_them() {
        let pair = |transaction: &str, code: &str| Ok((transaction.to_owned(), code.to_owned()));
        assert_eq!(
            read("moneris", " 660148420010137121-0_25 ", ""),
            pair("660148420010137121-0_25", "")
        );
        assert_eq!(read("worldpay", "3456789", "000123"), pair("3456789", "000123"));
        assert_eq!(
            read("exacthosted", "902006933", "ET4653"),
            pair("ET4653/902006933", "ET4653")
        );
    }

    #[test]
    fn malformed_numbers_are_rejected() {
        for transaction in ["", " ", "1/2", "12 34", "é", &"9".repeat(51)] {
            assert_eq!(
                read("moneris", transaction, ""),
                Err(Misread::Transaction),
                "{transaction}"
            );
        }
        assert_eq!(read("exacthosted", "902006933", " "), Err(Misread::Code));
        assert_eq!(read("ips", "1", "a/b"), Err(Misread::Code));
    }
}
