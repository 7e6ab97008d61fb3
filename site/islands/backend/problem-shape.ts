import * as v from 'valibot';

/** The shape of an error answer; the older `error` part is not read here. */
export const problemShape = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.string(),
  detail: v.string(),
  errors: v.optional(v.array(v.object({ field: v.string(), message: v.string() }))),
});
