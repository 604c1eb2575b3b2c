//! A request holds at most one connection to its site's file. There are two readers: requests that waited for a second one would wait
//! for each other.

use std::path::Path;

use futures_util::future::join_all;
use tenant_runtime::http::Role;

use crate::repository::{root, source};
use crate::support::Installation;

#[tokio::test]
async fn order_lists_respond_together_after_a_change_of_public_data() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    for _ in 0..2 {
        // Nothing of the site is cached then.
        let mut db = site.tenant().await.write().await.unwrap();
        db.changes_public_data();
        db.commit().await.unwrap();
        let lists = join_all((0..8).map(|_| manager.get("/admin/orders"))).await;
        for list in lists {
            list.succeeded();
        }
    }
}

/// Functions of `file` that take both a connection and [`Tenant`](tenant_runtime::tenant::Tenant), which opens another.
fn functions_with_both(file: &Path) -> Vec<String> {
    let code = source::code_of(file);
    let heads = code.split("fn ").skip(1).filter_map(|rest| {
        let end = rest.find(['{', ';'])?;
        Some(&rest[..end])
    });
    let has_both = |head: &&str| {
        let parameters = head.split("->").next().unwrap_or_default();
        let names = |word: &str| source::names(parameters, word);
        names("Tenant") && (names("TenantRead") || names("TenantWrite"))
    };
    let name = |head: &str| head.split(['(', '<']).next().unwrap_or_default().to_owned();
    heads.filter(has_both).map(name).collect()
}

#[test]
fn functions_with_a_connection_cannot_open_another() {
    for file in source::files(&root("tenant-runtime/src")) {
        let found = functions_with_both(&file);
        assert!(
            found.is_empty(),
            "{}: {found:?} should take &TenantContext instead of &Tenant",
            file.display()
        );
    }
}
