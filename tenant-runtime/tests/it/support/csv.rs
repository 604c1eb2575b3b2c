/// Line for the downloaded `table` in which the named columns hold `cells` and all others are blank.
pub fn csv_line(table: &str, cells: &[(&str, &str)]) -> String {
    let header = table.lines().next().unwrap().trim_start_matches('\u{feff}');
    let columns: Vec<_> = header.split(',').collect();
    for (name, _) in cells {
        assert!(columns.contains(name), "{name} is no column of {header}");
    }
    let cell = |column: &&str| {
        let found = cells.iter().find(|(name, _)| name == column);
        found.map_or_else(String::new, |(_, cell)| format!("\"{}\"", cell.replace('"', "\"\"")))
    };
    columns.iter().map(cell).collect::<Vec<_>>().join(",") + "\r\n"
}
