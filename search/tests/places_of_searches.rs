//! What is understood of places and distances in a search, and which words are no places.

use crate::free_text::{assert_read_as, assert_unchanged, read, summary};

#[test]
fn place_follows_words_such_as_near_and_in() {
    assert_read_as(&[
        ("asthma near Cleveland", "asthma | Cleveland, Ohio, United States"),
        ("asthma in Cleveland, Ohio", "asthma | Cleveland, Ohio, United States"),
        ("asthma around 44106", "asthma | Cleveland, Ohio 44106, United States"),
        ("asthma in the Boston area", "asthma | Boston, Massachusetts, United States"),
        ("asthma near Clevland", "asthma | Cleveland, Ohio, United States"),
        ("asthma in St. Louis", "asthma | St. Louis, Missouri, United States"),
        ("asthma in Nice", "asthma | Nice, Provence-Alpes-Côte d'Azur, France"),
        ("asthma in Reading, Pennsylvania", "asthma | Reading, Pennsylvania, United States"),
        ("asthma in Portland or Seattle", "asthma | Portland, Oregon, United States"),
        ("I moved to Denver and have asthma", "asthma | Denver, Colorado, United States"),
        ("asma cerca de Madrid", "asma | Madrid, Spain"),
        ("asma en México", "asma | Mexico"),
        ("hen suyễn gần Hà Nội", "hen suyễn | Hanoi, Vietnam"),
        ("hen suyễn ở Mỹ", "hen suyễn | United States"),
        ("hen suyễn ở Đà Nẵng", "hen suyễn | Da Nang, Vietnam"),
        ("ung thư vú ở Việt Nam", "ung thư vú | Vietnam"),
        ("hen suyễn ở TP HCM", "hen suyễn | Ho Chi Minh City, Vietnam"),
        ("asthma in the US", "asthma | United States"),
        ("asthma in UK", "asthma | United Kingdom"),
    ]);
}

#[test]
fn place_without_preposition_needs_a_region_or_a_distinctive_name() {
    assert_read_as(&[
        ("asthma cleveland", "asthma | Cleveland, Ohio, United States"),
        ("asthma cleveland oh", "asthma | Cleveland, Ohio, United States"),
        ("asthma 44106", "asthma | Cleveland, Ohio 44106, United States"),
        ("lung cancer Ohio", "lung cancer | Ohio, United States"),
        ("lung cancer USA", "lung cancer | United States"),
        ("lyme disease Connecticut", "lyme disease | Connecticut, United States"),
        ("crohn's disease Lebanon NH", "crohn's disease | Lebanon, New Hampshire, United States"),
        ("tremor Reading PA", "tremor | Reading, Pennsylvania, United States"),
        ("scoliosis Salt Lake City", "scoliosis | Salt Lake City, Utah, United States"),
        ("PTSD san diego ca", "PTSD | San Diego, California, United States"),
        ("OCD portland or", "OCD | Portland, Oregon, United States"),
        ("long covid London", "long covid | London, England, United Kingdom"),
    ]);
}

#[test]
fn conditions_and_common_words_are_not_places() {
    assert_unchanged(&[
        "lupus",
        "lyme",
        "crohn",
        "reading problems",
        "bath salts addiction",
        "mobile health",
        "agent orange",
        "HES",
        "AL amyloidosis",
        "Marburg virus",
        "near sighted",
        "it hurts to pee",
        "brest cancer",
        "tự kỷ",
        "tiểu đường tuýp 1 ở nhà",
        "hormones for trans women",
        "tours",
        "hope",
        "lung mass",
        "turkey allergy",
        "ung thư gan",
        "ung thu gan",
        "lung cancer in remission",
        "leukemia in children",
        "depression in college students",
        "walking in nature for stress",
        "Huntington's disease",
        "lo âu ở sinh viên",
        "asma en casa",
    ]);
    assert_eq!(summary("male"), " | Male");
}

#[test]
fn body_parts_and_circumstances_are_not_places() {
    assert_unchanged(&[
        "rash on my back in summer",
        "swelling in left leg",
        "blood in urine",
        "cancer in lymph nodes",
        "diabetes in pregnancy",
        "migraine at night",
        "paralysis from stroke",
        "dolor en el pecho",
        "azúcar en la sangre",
        "khối u ở não",
    ]);
}

#[test]
fn distance_is_converted_to_kilometers() {
    assert_read_as(&[
        ("asthma within 50 miles of Boston", "asthma | Boston, Massachusetts, United States | 80 km"),
        ("asthma 20 miles from Cleveland, Ohio", "asthma | Cleveland, Ohio, United States | 32 km"),
        ("asthma less than 30 miles from 10001", "asthma | New York 10001, United States | 48 km"),
        ("asthma near Boston within 30 km", "asthma | Boston, Massachusetts, United States | 30 km"),
        ("asma a menos de 50 km de Sevilla", "asma | Seville, Andalusia, Spain | 50 km"),
        ("trong vòng 50 km Hà Nội tiểu đường", "tiểu đường | Hanoi, Vietnam | 50 km"),
        ("asthma within 25 miles", "asthma | 40 km"),
    ]);
}

#[test]
fn institution_alone_is_no_place() {
    for text in ["depression at University of Utah", "covid at University Hospital", "asthma in College"] {
        let place = read(text).place.map(|place| place.value.name.to_owned());
        assert!(
            !place.iter().any(|name| ["University", "College"].contains(&name.as_str())),
            "{text}: {place:?}"
        );
    }
}
