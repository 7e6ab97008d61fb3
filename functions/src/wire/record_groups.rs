//! The JSON format of records in their groups.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ArrayBuilder, ArrayItems, Schema},
    },
};
use waypoint_domain::medical_record::{
    Allergy, Condition, Immunization, MedicalRecords, Medication, Observation, Procedure,
};

/// The four groups, in their order: immunizations, medications, allergies, conditions (E-115).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RecordGroups(pub Vec<Immunization>, pub Vec<Medication>, pub Vec<Allergy>, pub Vec<Condition>);

// The derived schema of a tuple would describe each group as an object instead of a list.
impl PartialSchema for RecordGroups {
    fn schema() -> RefOr<Schema> {
        let groups = [
            list_schema::<Immunization>(),
            list_schema::<Medication>(),
            list_schema::<Allergy>(),
            list_schema::<Condition>(),
        ];
        ArrayBuilder::new()
            .prefix_items(groups)
            .items(ArrayItems::False)
            .min_items(Some(4))
            .max_items(Some(4))
            .description(Some(
                "The four groups, in their order: immunizations, medications, allergies, conditions (E-115).",
            ))
            .into()
    }
}

impl ToSchema for RecordGroups {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        name::<Immunization>(schemas);
        name::<Medication>(schemas);
        name::<Allergy>(schemas);
        name::<Condition>(schemas);
    }
}

/// Returns the schema of a list of records of a kind.
fn list_schema<T: ToSchema>() -> Schema {
    ArrayBuilder::new().items(utoipa::openapi::Ref::from_schema_name(T::name())).into()
}

/// Registers the schema of a kind by its name.
fn name<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    T::schemas(schemas);
    schemas.push((T::name().into_owned(), T::schema()));
}

/// The records in further groups, which clients of the first four don't know.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FurtherRecords {
    /// Conditions of life that bear on health.
    pub social_concerns: Vec<Condition>,
    pub procedures: Vec<Procedure>,
    /// Results of laboratories.
    pub labs: Vec<Observation>,
    pub vital_signs: Vec<Observation>,
    /// Whether the person is pregnant.
    pub pregnancy: Vec<Observation>,
    /// Whether the person smokes.
    pub smoking: Vec<Observation>,
}

impl From<MedicalRecords> for FurtherRecords {
    fn from(records: MedicalRecords) -> Self {
        Self {
            social_concerns: records.social_concerns,
            procedures: records.procedures,
            labs: records.labs,
            vital_signs: records.vital_signs,
            pregnancy: records.pregnancy,
            smoking: records.smoking,
        }
    }
}

impl From<MedicalRecords> for RecordGroups {
    fn from(records: MedicalRecords) -> Self {
        Self(records.immunizations, records.medications, records.allergies, records.conditions)
    }
}
