//! Operations, examinations, and other procedures (E-611).

use jiff::civil::Date;
use waypoint_domain::medical_record::{Procedure, RecordDetail};

use crate::{Resource, coding::detail, standing::of_procedure};

/// Converts a `Procedure`.
pub(crate) fn procedure(resource: Resource, id: String, today: Date) -> Procedure {
    let period = resource.part("performedPeriod");
    let date =
        resource.day("performedDateTime").or_else(|| period.day("start")).or_else(|| period.day("end"));
    let detail = RecordDetail { ended: period.day("end"), ..detail(resource, "code") };
    Procedure {
        id,
        name: resource.meaning("code"),
        date: date.or_else(|| resource.text("performedString")).or_else(|| resource.age("performedAge")),
        status: resource.text("status"),
        standing: of_procedure(resource, today),
        detail,
    }
}
