use control_plane::rollouts::{self, NewRollout, RolloutKind};
use platform::ids::SiteId;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use super::{World, to};

#[tokio::test]
async fn page_ends_between_two_sites_with_one_subdomain() {
    let world = World::new().await;
    let ids = world.rows("dev", 4).await;
    world.publish("1.5.0").await;
    world.publish("1.6.0").await;
    let new = NewRollout {
        waves: vec!["all".to_owned()],
        ..to(RolloutKind::App, "1.6.0")
    };
    let rollout = rollouts::start(&world.plane, new, "test").await.unwrap().id;
    // During the rollout, a site is deleted and another one gets its subdomain.
    let file = world.installation.data_dir().join("control.sqlite");
    let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    for (sql, id) in [
        ("UPDATE sites SET state = 'deleted' WHERE id = ?1", ids[1]),
        ("UPDATE sites SET subdomain = 'wash-0001' WHERE id = ?1", ids[3]),
    ] {
        sqlx::query(sql)
            .bind(id.to_string())
            .execute(&mut connection)
            .await
            .unwrap();
    }
    connection.close().await.unwrap();

    let page = async |after: Option<&str>, limit| {
        let mut db = world.plane.db.read().await.unwrap();
        rollouts::store::sites(&mut db, rollout, None, after, limit)
            .await
            .unwrap()
    };
    let whole: Vec<SiteId> = page(None, 10).await.iter().map(|site| site.id).collect();
    assert_eq!(whole.len(), 4);
    for limit in [1, 2, 3] {
        let (mut listed, mut after) = (Vec::new(), None::<String>);
        loop {
            let sites = page(after.as_deref(), limit).await;
            let Some(last) = sites.last() else { break };
            after = Some(last.cursor());
            listed.extend(sites.iter().map(|site| site.id));
        }
        assert_eq!(listed, whole, "{limit} per page");
    }
}
