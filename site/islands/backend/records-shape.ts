import * as v from 'valibot';
import { RECORD_GROUPS } from './record-groups';

const text = v.nullable(v.string());
const ids = v.array(v.object({ id: v.string() }));
const standing = v.picklist([
  'holds',
  'ended',
  'on_hold',
  'uncertain',
  'not_so',
  'none_stated',
  'planned',
  'of_family',
  'precaution',
]);
const codes = v.array(
  v.object({
    system: v.picklist([
      'icd10_cm',
      'icd10',
      'icd9_cm',
      'icd10_pcs',
      'snomed',
      'rxnorm',
      'ndc',
      'cvx',
      'loinc',
      'cpt',
    ]),
    code: v.string(),
  }),
);
const detail = v.object({
  codes,
  named_by_code: v.boolean(),
  categories: v.array(v.string()),
  began: text,
  ended: text,
  encounter: text,
});
const commonFields = { id: v.string(), name: text, date: text, standing, detail };
const conditions = v.array(
  v.object({
    ...commonFields,
    verificationstatus: text,
    clinicalstatus: text,
    onsetdatetime: text,
    earlier: v.array(v.object({ name: text, date: text, onsetdatetime: text, ended: text, encounter: text })),
  }),
);
const quantity = v.object({ value: v.string(), comparator: text, unit: text });
const limit = v.nullable(quantity);
const value = v.nullable(
  v.variant('kind', [
    v.object({ kind: v.literal('amount'), amount: quantity }),
    v.object({ kind: v.literal('range'), low: limit, high: limit }),
    v.object({ kind: v.literal('ratio'), numerator: quantity, denominator: quantity }),
    v.object({ kind: v.literal('coded'), text: v.string(), codes }),
    v.object({ kind: v.literal('text'), text: v.string() }),
    v.object({ kind: v.literal('yes_no'), is_so: v.boolean() }),
    v.object({ kind: v.literal('absent'), reason: v.string() }),
  ]),
);
const observations = v.array(
  v.object({
    ...commonFields,
    value,
    interpretation: text,
    reference: v.array(v.object({ low: limit, high: limit, text })),
    parts: v.array(v.object({ name: text, value, interpretation: text, codes })),
    status: text,
  }),
);

/** The medical records of a browser, with their health system and study. */
export const recordsShape = v.object({
  // The lists are read by position with an object: valibot's `tuple` would add weight to every page that reads answers.
  output: v.object({
    0: v.array(v.object({ ...commonFields, manufacturer: text })),
    1: v.array(v.object({ ...commonFields, dosage: text, taken: text, status: text })),
    2: v.array(v.object({ ...commonFields, category: text, severity: text, status: text })),
    3: conditions,
  }),
  further: v.object({
    social_concerns: conditions,
    procedures: v.array(v.object({ ...commonFields, status: text })),
    labs: observations,
    vital_signs: observations,
    pregnancy: observations,
    smoking: observations,
  }),
  connection: v.nullable(
    v.object({
      id: v.string(),
      system: v.string(),
      study_number: v.string(),
      study_title: v.string(),
      left_out: v.array(ids),
      person: v.object({ name: text, date_of_birth: text, gender: text }),
      missing: v.array(
        v.object({
          group: v.picklist(RECORD_GROUPS),
          reason: v.picklist([
            'not_permitted',
            'refused',
            'slow',
            'failed',
            'too_many',
            'withheld',
            'left_out',
          ]),
        }),
      ),
    }),
  ),
});

/** Health systems that can be connected. */
export const systemsShape = v.object({
  output: v.array(
    v.object({
      id: v.string(),
      title: v.string(),
      subtitle: v.string(),
      name: v.string(),
      town: v.string(),
      miles: v.nullable(v.number()),
      portals: v.array(v.string()),
      system: text,
      copy: v.nullable(v.object({ number: v.number(), total: v.number() })),
      image_url: text,
      url: v.string(),
    }),
  ),
  total: v.number(),
  none_near: text,
});

/** The verdicts of the records on a study's criteria. */
export const marksShape = v.object({
  marks: v.array(
    v.object({
      kind: v.picklist(['age', 'sex', 'inclusion', 'exclusion']),
      criterion: v.string(),
      verdict: v.picklist(['met', 'not_met', 'unknown']),
      record: text,
      why: v.string(),
    }),
  ),
});

/** The address of a connection to a health system. */
export const connectShape = v.object({ address: v.string() });

/** The result of a share. */
export const shareShape = v.object({
  error: v.boolean(),
  birth_dates: v.optional(v.object({ records: v.string(), signed_up: v.string() })),
});
