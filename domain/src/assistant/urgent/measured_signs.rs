//! What somebody measured at home that can't wait: oxygen, blood pressure, blood sugar, a fever during chemotherapy.

use super::sign::{Kind::Complaint, Sign, Ways};

/// Oxygen in the blood, in percent.
const LITTLE_OXYGEN: Ways =
    "60|61|62|63|64|65|66|67|68|69|70|71|72|73|74|75|76|77|78|79|80|81|82|83|84|85|86|87|88";
/// The upper blood pressure, in mmHg.
const HIGH_PRESSURE: Ways = "\
    190|191|192|193|194|195|196|197|198|199|200|201|202|203|204|205|206|207|208|209|210|211|212|213|214|\
    215|216|217|218|219|220|221|222|223|224|225|226|227|228|229|230|231|232|233|234|235|236|237|238|239|\
    240|241|242|243|244|245|246|247|248|249|250|251|252|253|254|255|256|257|258|259|260";
/// Sugar in the blood, in mg/dL.
const LITTLE_SUGAR: Ways =
    "20|21|22|23|24|25|26|27|28|29|30|31|32|33|34|35|36|37|38|39|40|41|42|43|44|45|46|47|48|49";

pub(super) const MEASURED: &[Sign] = &[
    Sign::new(Complaint, &["oxygen|o2|o2 sat|oxygen level|spo2|saturation|sats|pulse ox", LITTLE_OXYGEN])
        .close(),
    Sign::new(Complaint, &["blood pressure|bp|pressure", HIGH_PRESSURE]).close(),
    Sign::new(Complaint, &["sugar|glucose|blood sugar", LITTLE_SUGAR]).close(),
    Sign::both(Complaint, &["chemo|chemotherapy|transplant", "fever|temperature of|temp of"]).wide(),
];
