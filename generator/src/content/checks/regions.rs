//! Approximate bounds of states and provinces, to find coordinates with a missing sign or digit.

use waypoint_domain::coordinates::Coordinates;

/// South, north, west, and east bounds in whole degrees, for each US state and for provinces elsewhere.
const REGIONS: &str = "
    AL 30 35 -89 -84    AK 51 72 -180 -129  AZ 31 37 -115 -109  AR 33 37 -95 -89    CA 32 42 -125 -114
    CO 36 42 -110 -102  CT 40 43 -74 -71    DE 38 40 -76 -75    DC 38 39 -78 -76    FL 24 31 -88 -79
    GA 30 35 -86 -80    HI 18 23 -161 -154  ID 41 49 -118 -111  IL 36 43 -92 -87    IN 37 42 -89 -84
    IA 40 44 -97 -90    KS 36 41 -103 -94   KY 36 40 -90 -81    LA 28 34 -95 -88    ME 42 48 -72 -66
    MD 37 40 -80 -75    MA 41 43 -74 -69    MI 41 49 -91 -82    MN 43 50 -98 -89    MS 30 36 -92 -88
    MO 35 41 -96 -89    MT 44 50 -117 -104  NE 39 44 -105 -95   NV 35 43 -121 -114  NH 42 46 -73 -70
    NJ 38 42 -76 -73    NM 31 38 -110 -102  NY 40 46 -80 -71    NC 33 37 -85 -75    ND 45 50 -105 -96
    OH 38 42 -85 -80    OK 33 38 -104 -94   OR 41 47 -125 -116  PA 39 43 -81 -74    RI 41 43 -72 -71
    SC 32 36 -84 -78    SD 42 46 -105 -96   TN 34 37 -91 -81    TX 25 37 -107 -93   UT 36 43 -115 -108
    VT 42 46 -74 -71    VA 36 40 -84 -75    WA 45 50 -125 -116  WV 37 41 -83 -77    WI 42 48 -93 -86
    WY 40 46 -112 -104
    Ontario 41 57 -96 -74
    England 49 56 -7 2  Scotland 54 61 -9 0  Lombardy 44 47 8 12  Bavaria 47 51 8 14
    Bihar 24 28 83 89  Uttar_Pradesh 23 31 77 85";

/// Whether a place is inside a region, or `None` if the table doesn't have the region.
pub(super) fn lies_in(region: &str, place: Coordinates) -> Option<bool> {
    let words: Vec<&str> = REGIONS.split_whitespace().collect();
    let row = words.chunks(5).find(|row| row[0].replace('_', " ") == region.trim())?;
    let sides: Vec<f64> = row[1..].iter().filter_map(|degrees| degrees.parse().ok()).collect();
    let [south, north, west, east] = sides[..] else { return None };
    Some((south..=north).contains(&place.latitude()) && (west..=east).contains(&place.longitude()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::content;

    #[test]
    fn every_site_and_town_has_coordinates_in_its_state() {
        let content = content::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")).unwrap();
        let sites = content.studies.iter().flat_map(|study| &study.sites);
        let sites = sites.map(|site| (&site.city, &site.state, site.coordinates()));
        let towns = content.trials.iter().flat_map(|trial| &trial.front.places);
        let towns = towns.map(|town| (&town.city, &town.state, town.coordinates()));
        let placed: Vec<_> = sites.chain(towns).collect();
        assert!(placed.len() > 140);
        for (city, state, coordinates) in placed {
            let coordinates = coordinates.unwrap_or_else(|| panic!("{city} is not placed"));
            let lies = lies_in(state, coordinates);
            assert!(lies.unwrap_or_else(|| panic!("{state} is not in the table")), "{city}, {state}");
        }
    }
}
