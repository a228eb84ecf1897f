import * as v from 'valibot'

const Text = v.pipe(v.string(), v.trim(), v.minLength(3))
const Id = v.pipe(v.string(), v.regex(/^[a-z][a-z-]*$/))
const labelled = { label: Text, description: v.optional(Text) }
const validations = v.optional(v.strictObject({ required: v.optional(v.boolean()) }))
const placeholder = v.optional(Text)

/** A field of a form, by GitHub's syntax for form schemas; an unknown key makes GitHub ignore the whole form. */
const Field = v.variant('type', [
  v.strictObject({ type: v.literal('markdown'), attributes: v.strictObject({ value: Text }) }),
  v.strictObject({
    type: v.literal('input'),
    id: Id,
    attributes: v.strictObject({ ...labelled, placeholder }),
    validations,
  }),
  v.strictObject({
    type: v.literal('textarea'),
    id: Id,
    attributes: v.strictObject({ ...labelled, placeholder, render: v.optional(v.picklist(['text', 'json'])) }),
    validations,
  }),
  v.strictObject({
    type: v.literal('dropdown'),
    id: Id,
    attributes: v.strictObject({ ...labelled, options: v.pipe(v.array(Text), v.minLength(2)) }),
    validations,
  }),
  v.strictObject({
    type: v.literal('checkboxes'),
    id: Id,
    attributes: v.strictObject({ ...labelled, options: v.array(v.strictObject({ label: Text })) }),
  }),
])

/** Labels that every new GitHub repository has: a label that does not exist is silently not given. */
const defaultLabels = ['bug', 'documentation', 'enhancement', 'good first issue', 'help wanted', 'question'] as const

/** A form of `.github/ISSUE_TEMPLATE`. */
export const IssueForm = v.strictObject({
  name: Text,
  description: Text,
  title: v.optional(Text),
  labels: v.array(v.picklist(defaultLabels)),
  body: v.pipe(
    v.array(Field),
    v.check((fields) => fields.some(({ type }) => type !== 'markdown'), 'a field to fill in'),
    v.check((fields) => {
      const ids = fields.flatMap((field) => ('id' in field ? [field.id] : []))
      return new Set(ids).size === ids.length
    }, 'ids that differ'),
  ),
})

export type IssueForm = v.InferOutput<typeof IssueForm>

/** What chooses between the forms. */
export const TemplateChooser = v.strictObject({ blank_issues_enabled: v.boolean() })

/** Ids of the fields that a reporter must fill in. */
export const requiredFields = ({ body }: IssueForm): string[] =>
  body.flatMap((field) => ('validations' in field && field.validations?.required === true ? [field.id] : []))

/** Texts of a form that may hold links. */
export const markdownOf = ({ body }: IssueForm): string =>
  body
    .map((field) => ('value' in field.attributes ? field.attributes.value : (field.attributes.description ?? '')))
    .join('\n')
