import * as v from 'valibot';

const text = v.nullable(v.string());
const ids = v.array(v.object({ id: v.string() }));
const every = { id: v.string(), name: text, date: text };

/** The records of a browser, from where they are and what for. */
export const recordsShape = v.object({
  // A list by its places: a tuple would weigh on every page that reads answers.
  output: v.object({
    0: v.array(v.object({ ...every, manufacturer: text })),
    1: v.array(v.object({ ...every, dosage: text, taken: text, status: text })),
    2: v.array(v.object({ ...every, category: text, severity: text, status: text })),
    3: v.array(v.object({ ...every, verificationstatus: text, clinicalstatus: text, onsetdatetime: text })),
  }),
  connection: v.nullable(
    v.object({
      id: v.string(),
      system: v.string(),
      study_number: v.string(),
      study_title: v.string(),
      left_out: v.object({ 0: ids, 1: ids, 2: ids, 3: ids }),
      person: v.object({ name: text, date_of_birth: text, gender: text }),
      missing: v.array(v.picklist(['immunizations', 'medications', 'allergies', 'conditions'])),
    }),
  ),
});

/** Health systems that can be connected. */
export const systemsShape = v.object({
  output: v.array(
    v.object({ id: v.string(), title: v.string(), subtitle: v.string(), image_url: text, url: v.string() }),
  ),
  total: v.number(),
  none_near: text,
});

/** What records say to the criteria of a study. */
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

/** Where a connection leads. */
export const connectShape = v.object({ address: v.string() });

/** What became of a share. */
export const shareShape = v.object({
  error: v.boolean(),
  birth_dates: v.optional(v.object({ records: v.string(), signed_up: v.string() })),
});
