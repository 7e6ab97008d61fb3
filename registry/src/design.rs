//! The design of a study: groups, measures, and dates.

use waypoint_domain::study_design::{
    Arm, Enrollment, ExpandedAccess, Masking, Outcome, StudyDate, StudyDesign, Treatment, TreatmentKind,
};

use crate::fields::Fields;

/// Reads the design of a record. `protocol` is its `protocolSection`.
pub(crate) fn study_design(record: &Fields, protocol: &Fields) -> StudyDesign {
    let module = protocol.object("designModule");
    let info = module.object("designInfo");
    let status = protocol.object("statusModule");
    let arms_interventions = protocol.object("armsInterventionsModule");
    StudyDesign {
        allocation: info.code("allocation"),
        model: info.code("interventionModel"),
        purpose: info.code("primaryPurpose"),
        perspective: info.code("timePerspective"),
        masking: masking(&info.object("maskingInfo")),
        arms: arms_interventions.objects_with_unreadable("armGroups").iter().map(arm).collect(),
        treatments: treatments(&arms_interventions),
        primary_outcomes: primary_outcomes(&protocol.object("outcomesModule")),
        enrollment: enrollment(&module.object("enrollmentInfo")),
        follow_up: module.parsed("targetDuration"),
        samples: module.object("bioSpec").code("retention"),
        start: study_date(&status.object("startDateStruct")),
        primary_completion: study_date(&status.object("primaryCompletionDateStruct")),
        completion: study_date(&status.object("completionDateStruct")),
        has_results: record.flag("hasResults"),
        results_posted: status.object("resultsFirstPostDateStruct").parsed("date"),
        expanded_access: expanded_access(&status.object("expandedAccessInfo")),
    }
}

fn masking(info: &Fields) -> Masking {
    Masking { level: info.code("masking"), masked: info.codes("whoMasked") }
}

fn arm(group: &Fields) -> Arm {
    let names = group.texts("interventionNames").into_iter().filter(|name| !name.is_empty());
    Arm {
        label: group.text("label"),
        role: group.code("type"),
        description: group.text("description"),
        treatments: names.map(|name| without_kind(&name).to_owned()).collect(),
    }
}

/// Removes the kind before a treatment's name, as in `Drug: Dupilumab`.
fn without_kind(name: &str) -> &str {
    let named =
        name.split_once(": ").filter(|(kind, _)| TreatmentKind::ALL.iter().any(|k| k.label() == *kind));
    named.map_or(name, |(_, name)| name)
}

fn treatments(arms_interventions: &Fields) -> Vec<Treatment> {
    let treatment = |fields: &Fields| Treatment { kind: fields.code("type"), name: fields.text("name") };
    let all = arms_interventions.objects("interventions");
    all.iter().map(treatment).filter(|treatment| !treatment.name.is_empty()).collect()
}

fn primary_outcomes(outcomes: &Fields) -> Vec<Outcome> {
    let outcome =
        |fields: &Fields| Outcome { measure: fields.text("measure"), time_frame: fields.text("timeFrame") };
    let all = outcomes.objects("primaryOutcomes");
    all.iter().map(outcome).filter(|outcome| !outcome.measure.is_empty()).collect()
}

fn enrollment(info: &Fields) -> Option<Enrollment> {
    let certainty = info.code("type");
    info.count("count").map(|count| Enrollment { count, certainty })
}

fn study_date(date: &Fields) -> Option<StudyDate> {
    let certainty = date.code("type");
    date.parsed("date").map(|date| StudyDate { date, certainty })
}

fn expanded_access(info: &Fields) -> ExpandedAccess {
    ExpandedAccess {
        is_offered: info.flag("hasExpandedAccess"),
        record: info.parsed("nctId"),
        availability: info.code("statusForNctId"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use waypoint_domain::study_design::{
        Allocation, ArmRole, Availability, Certainty, InterventionModel, MaskedRole, MaskingLevel,
        PrimaryPurpose, SampleRetention, TimePerspective,
    };

    use super::*;
    use crate::{ParsedRecord, parse_record};

    fn record(design: &Value) -> Value {
        let mut record = json!({"protocolSection": {"identificationModule": {"nctId": "NCT04611802"}}});
        for (name, module) in design.as_object().unwrap() {
            let section = if name == "hasResults" { &mut record } else { &mut record["protocolSection"] };
            section[name] = module.clone();
        }
        record
    }

    fn read(design: &Value) -> (StudyDesign, Vec<String>) {
        let ParsedRecord { study, unreadable } = parse_record(&record(design)).unwrap();
        (study.design, unreadable)
    }

    #[test]
    fn design_is_read_with_groups_measures_size_dates_and_results() {
        let (design, unreadable) = read(&json!({
            "statusModule": {
                "expandedAccessInfo": {
                    "hasExpandedAccess": true, "nctId": "NCT03559686", "statusForNctId": "AVAILABLE"
                },
                "startDateStruct": {"date": "2006-11"},
                "primaryCompletionDateStruct": {"date": "2013-01-31", "type": "ACTUAL"},
                "completionDateStruct": {"date": "2027", "type": "ESTIMATED"},
                "resultsFirstPostDateStruct": {"date": "2017-06-05", "type": "ACTUAL"}
            },
            "designModule": {
                "designInfo": {
                    "allocation": "NON_RANDOMIZED", "interventionModel": "CROSSOVER", "primaryPurpose": "ECT",
                    "timePerspective": "CROSS_SECTIONAL",
                    "maskingInfo": {"masking": "DOUBLE", "whoMasked": ["PARTICIPANT", "OUTCOMES_ASSESSOR"]}
                },
                "targetDuration": "12 Months",
                "bioSpec": {"retention": "SAMPLES_WITH_DNA"},
                "enrollmentInfo": {"count": 31, "type": "ACTUAL"}
            },
            "armsInterventionsModule": {
                "armGroups": [
                    {"label": "A", "type": "SHAM_COMPARATOR", "description": "An <b>off</b> device.",
                     "interventionNames": ["Device: Off", "Diet: Low salt", "Combination Product: Pen"]},
                    {"label": "B"}
                ],
                "interventions": [{"type": "DEVICE", "name": "Off"}, {"type": "DEVICE"}]
            },
            "outcomesModule": {"primaryOutcomes": [{"measure": "BMI", "timeFrame": "2 years"}, {}]},
            "hasResults": true
        }));
        assert_eq!(unreadable, [] as [&str; 0]);
        let first = Arm {
            label: "A".into(),
            role: Some(ArmRole::ShamComparator),
            description: "An off device.".into(),
            treatments: ["Off", "Diet: Low salt", "Pen"].map(Into::into).into(),
        };
        let date = |date: &str, certainty| Some(StudyDate { date: date.parse().unwrap(), certainty });
        let expected = StudyDesign {
            allocation: Some(Allocation::NonRandomized),
            model: Some(InterventionModel::Crossover),
            purpose: Some(PrimaryPurpose::Ect),
            perspective: Some(TimePerspective::CrossSectional),
            masking: Masking {
                level: Some(MaskingLevel::Double),
                masked: vec![MaskedRole::Participant, MaskedRole::OutcomesAssessor],
            },
            arms: vec![first, Arm { label: "B".into(), ..Arm::default() }],
            treatments: vec![Treatment { kind: Some(TreatmentKind::Device), name: "Off".into() }],
            primary_outcomes: vec![Outcome { measure: "BMI".into(), time_frame: "2 years".into() }],
            enrollment: Some(Enrollment { count: 31, certainty: Some(Certainty::Actual) }),
            follow_up: "12 Months".parse().ok(),
            samples: Some(SampleRetention::WithDna),
            start: date("2006-11", None),
            primary_completion: date("2013-01-31", Some(Certainty::Actual)),
            completion: date("2027", Some(Certainty::Estimated)),
            has_results: Some(true),
            results_posted: "2017-06-05".parse().ok(),
            expanded_access: ExpandedAccess {
                is_offered: Some(true),
                record: "NCT03559686".parse().ok(),
                availability: Some(Availability::Available),
            },
        };
        assert_eq!(design, expected);
    }

    #[test]
    fn unknown_code_or_date_loses_only_itself_and_is_named() {
        let (design, mut unreadable) = read(&json!({
            "statusModule": {
                "startDateStruct": {"date": "soon", "type": "ACTUAL"},
                "completionDateStruct": {"date": "2027-02", "type": "LIKELY"},
                "expandedAccessInfo": {"hasExpandedAccess": true, "nctId": "none"}
            },
            "designModule": {
                "designInfo": {
                    "allocation": "BY_COIN", "interventionModel": "PARALLEL",
                    "maskingInfo": {"masking": "DOUBLE", "whoMasked": ["NURSE", "INVESTIGATOR"]}
                },
                "enrollmentInfo": {"count": -5, "type": "ACTUAL"},
                "targetDuration": "a while"
            },
            "armsInterventionsModule": {"armGroups": [{"label": "A", "type": "NEW"}, 7]}
        }));
        let expected = StudyDesign {
            model: Some(InterventionModel::Parallel),
            masking: Masking { level: Some(MaskingLevel::Double), masked: vec![MaskedRole::Investigator] },
            arms: vec![Arm { label: "A".into(), ..Arm::default() }, Arm::default()],
            completion: Some(StudyDate { date: "2027-02".parse().unwrap(), certainty: None }),
            expanded_access: ExpandedAccess { is_offered: Some(true), ..ExpandedAccess::default() },
            ..StudyDesign::default()
        };
        assert_eq!(design, expected);
        unreadable.sort();
        assert_eq!(
            unreadable,
            [
                "protocolSection.armsInterventionsModule.armGroups[0].type",
                "protocolSection.armsInterventionsModule.armGroups[1]",
                "protocolSection.designModule.designInfo.allocation",
                "protocolSection.designModule.designInfo.maskingInfo.whoMasked[0]",
                "protocolSection.designModule.enrollmentInfo.count",
                "protocolSection.designModule.targetDuration",
                "protocolSection.statusModule.completionDateStruct.type",
                "protocolSection.statusModule.expandedAccessInfo.nctId",
                "protocolSection.statusModule.startDateStruct.date",
            ]
        );
    }

    #[test]
    fn stored_record_without_a_design_is_read() {
        let study = parse_record(&record(&json!({}))).unwrap().study;
        let mut stored = serde_json::to_value(&study).unwrap();
        stored.as_object_mut().unwrap().remove("design");
        let again: waypoint_domain::registry_study::RegistryStudy = serde_json::from_value(stored).unwrap();
        assert_eq!(again, study);
    }
}
