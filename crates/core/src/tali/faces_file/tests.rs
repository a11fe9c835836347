use super::*;

fn read(text: &str) -> Result<Bones, FacesFileError> {
    read_faces(text, "test")
}

#[track_caller]
fn fails(text: &str, line: usize, says: &str) {
    let error = read(text).expect_err(text);
    assert!(error.to_string().contains(says), "{error}");
    assert_eq!(error.line, line, "{error}");
}

#[track_caller]
fn probabilities(text: &str, tali: usize) -> Vec<[String; 4]> {
    let set = read(text).unwrap().set(tali).unwrap();
    set.tali().iter().map(|talus| Face::ALL.map(|face| talus.probability(face).to_string())).collect()
}

const TENTHS: [&str; 4] = ["1/10", "2/5", "2/5", "1/10"];

#[test]
fn every_way_to_write_a_weight_is_exact() {
    for faces in [
        "1=0.1\n3=0.4\n4=0.4\n6=0.1",
        "1=\"1/10\"\n3=\"2/5\"\n4=\"0.4\"\n6=1e-1",
        "1=1\n3=4\n4=4\n6=1",
        "flat=1_0\nconcave=40\nConvex=40\nsinuous=1_0",
        "\"1\"=1\n\"3\"=4\n\"4\"=4.0\n\"6\"=1",
    ] {
        assert_eq!(probabilities(&format!("[faces]\n{faces}"), 2), [TENTHS, TENTHS], "{faces}");
    }
    assert_eq!(probabilities("faces = {1=1, 3=4, 4=4, 6=1}", 1), [TENTHS]);
    assert_eq!(probabilities("\u{feff}[faces]\r\n1=1\r\n3=4\r\n4=4\r\n6=1\r\n", 1), [TENTHS]);
}

#[test]
fn the_side_on_the_table_swaps_opposite_faces() {
    let down = "read = \"down\"\n[faces]\n1=1\n3=2\n4=3\n6=4";
    assert_eq!(probabilities(down, 1), [["2/5", "3/10", "1/5", "1/10"]]);
    let mixed =
        "read=\"down\"\n[[tali]]\nfaces={1=1,3=2,4=3,6=4}\n[[tali]]\nread=\"up\"\nfaces={1=1,3=2,4=3,6=4}";
    assert_eq!(probabilities(mixed, 2), [["2/5", "3/10", "1/5", "1/10"], ["1/10", "1/5", "3/10", "2/5"]]);
}

#[test]
fn four_bones_may_differ_and_be_counted() {
    let text = "[[tali]]\nname='Aulus'\nfaces={1=1,3=4,4=4,6=1}\n[[tali]]\ncounts={1=0,3=0,4=1,6=0}";
    let set = read(text).unwrap().set(2).unwrap();
    assert_eq!(set.tali()[0].name(), Some("Aulus"));
    assert_eq!(set.tali()[1].posterior().unwrap().counts(), [0, 0, 1, 0]);
    assert_eq!(set.tali()[1].probability(Face::Four).to_string(), "1/2");
    assert!(read(text).unwrap().set(4).is_err());
}

#[test]
fn bones_can_share_an_estimate_and_have_a_prior() {
    let text = "prior='1/2, 2, 2, 1/2'\n[[tali]]\nnumber=2\ncounts={1=1,3=2,4=3,6=4}\n[[tali]]\nprior=1\ncounts={1=0,3=0,4=1,6=0}";
    let set = read(text).unwrap().set(3).unwrap();
    let numbers: Vec<usize> = set.kinds().map(|(_, number)| number).collect();
    assert_eq!(numbers, [2, 1]);
    assert_eq!(set.tali()[0].probability(Face::Four).to_string(), "1/3");
    assert_eq!(set.tali()[2].probability(Face::Four).to_string(), "2/5");
}

#[test]
fn weights_are_scaled_to_one_with_a_remark() {
    let bones = read("[faces]\n1=0.1\n3=0.4\n4=0.4\n6=0.08").unwrap();
    assert_eq!(bones.remarks, ["the weights on line 1 add up to 49/50, not 1, and were scaled to 1"]);
    assert!(read("[faces]\n1=1\n3=4\n4=4\n6=1").unwrap().remarks.is_empty());
}

#[test]
fn errors_have_their_line() {
    fails("", 1, "no weights");
    fails("\n\nname = \"x\"", 1, "no weights");
    fails("[faces]\n1=1\n3=4\n4=4\n", 1, "face 6 (sinuous) is missing");
    fails("[faces]\n1=1\n2=4\n4=4\n6=1", 3, "`2` means nothing here; the faces of a talus are 1 (flat)");
    fails("[faces]\n1=1\nconcav=4\n", 3, "did you mean `concave`");
    fails("[faces]\n1=1\n1=4\n", 3, "`1` is given twice");
    fails("[faces]\n1=1\nflat=4\n", 3, "face 1 (flat) is given twice");
    fails("[faces]\n1=1\n3=-4\n4=4\n6=1", 3, "negative");
    fails("[faces]\n1=nan\n3=4\n4=4\n6=1", 2, "not a finite number");
    fails("[faces]\n1=1\n3=inf\n4=4\n6=1", 3, "not a finite number");
    fails("[faces]\n1=0\n3=0\n4=0.0\n6=\"0/7\"", 1, "all four weights are 0");
    fails(
        "[faces]\n1=1\n3=4\n4=4\nSinuous=1e-12",
        5,
        "face 6 shows less than once in 10¹² throws; set its weight to 0",
    );
    fails("[counts]\n1=0\n3=0\n4=0\n6=0", 1, "all four counts are 0");
    fails("[counts]\n1=1\n3=0.5\n4=0\n6=0", 3, "whole number");
    fails("[counts]\n1=1\n3=-5\n4=0\n6=0", 3, "whole number");
    fails("[faces]\n1=true\n3=4\n4=4\n6=1", 2, "`true` is not a number");
    fails(
        "[faces]\n1=1\n3=4\n4=4\n6=1\n[counts]\n1=1\n3=4\n4=4\n6=1",
        6,
        "`faces` and `counts` are both given",
    );
    fails("[faces]\n1=1\n3=4\n4=4\n6=1\n[[tali]]\n", 6, "`faces` and `tali` are both given");
    fails("[[tali]]\nname='a'", 1, "for this bone");
    fails("tali = 4", 1, "one [[tali]] section for each bone, not 4");
    fails("tali = []", 1, "0 [[tali]]");
    fails(&"[[tali]]\n".repeat(9), 1, "9 [[tali]]");
    fails("[face]\n1=1", 1, "did you mean `faces`");
    fails("prior=1\n[faces]\n1=1\n3=4\n4=4\n6=1", 1, "`prior` belongs to counts");
    fails("prior=0\n[counts]\n1=1\n3=4\n4=4\n6=1", 1, "`0` is not a prior");
    fails("[[tali]]\nnumber=0\ncounts={1=1,3=1,4=1,6=1}", 2, "how many bones share these weights");
    fails(
        "[[tali]]\nnumber=8\ncounts={1=1,3=1,4=1,6=1}\n[[tali]]\ncounts={1=1,3=1,4=1,6=1}",
        1,
        "9 [[tali]]",
    );
    fails("read='sideways'\n[faces]\n1=1\n3=4\n4=4\n6=1", 1, "\"up\" or \"down\", not \"sideways\"");
    fails("name=7\n[faces]\n1=1\n3=4\n4=4\n6=1", 1, "`name` is a text");
    fails("name=\"a\\u001b[31m\"\n[faces]\n1=1\n3=4\n4=4\n6=1", 1, "`name` is a text");
    fails("[faces\n1=1", 1, "not TOML");
    fails(&"[".repeat(10_000), 1, "not TOML");
}
