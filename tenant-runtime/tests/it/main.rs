#![expect(unreachable_pub, reason = "a test binary has no outside")]
//! The HTTP tests of every domain, against the real router, real files and the real processor stub.

mod catalog;
mod site;
mod support;
