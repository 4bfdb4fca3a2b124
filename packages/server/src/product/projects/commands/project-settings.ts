import * as v from 'valibot'
import { AppError } from '#domain/app-error.ts'
import { DATA_CATEGORIES } from '#domain/intake/category.ts'
import { STORED_KINDS } from '#domain/intake/stored-kind.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ProjectSettings, Quota } from '#domain/projects/project.ts'
import { parseRules } from '#domain/issues/rules/parse.ts'

const MONTH_SECONDS = 30 * 86_400

const QuotaSchema = v.object({
  category: v.picklist(['all', ...DATA_CATEGORIES]),
  limit: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)),
  windowSeconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MONTH_SECONDS)),
})

const QuotasSchema = v.pipe(v.array(QuotaSchema), v.maxLength(50))

/** `*`, an origin, a host with an optional port, or either with a leading `*.` for its subdomains. */
const ORIGIN =
  /^(?:\*|(?:https?:\/\/)?(?:\*\.)?(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?)$/i

const PatternsSchema = v.pipe(
  v.array(v.pipe(v.string(), v.trim(), v.maxLength(200), v.regex(/[^*?\s]/, 'would match everything'))),
  v.maxLength(100),
)

const FiltersSchema = v.object({
  extensions: v.boolean(),
  oldBrowsers: v.boolean(),
  crawlers: v.boolean(),
  localhost: v.boolean(),
  healthChecks: v.boolean(),
  messages: PatternsSchema,
  releases: PatternsSchema,
})

const RetentionSchema = v.pipe(
  v.array(
    v.object({
      kind: v.picklist(STORED_KINDS),
      days: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
      items: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000_000))),
    }),
  ),
  v.check((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'names a kind twice'),
)

const SettingsSchema = v.object({
  allowedOrigins: v.pipe(
    v.array(
      v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(300), v.regex(ORIGIN, 'is not an origin')),
    ),
    v.maxLength(100),
  ),
  quotas: QuotasSchema,
  scrubDefaults: v.boolean(),
  scrubKeys: v.pipe(
    v.array(v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(100))),
    v.maxLength(100),
  ),
  storeClientAddress: v.boolean(),
  retentionDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650)),
  retention: RetentionSchema,
  spansPerHour: v.nullable(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(LIMITS.thinning.leastSpansPerHour),
      v.maxValue(LIMITS.thinning.mostSpansPerHour),
    ),
  ),
  filters: FiltersSchema,
  groupingRules: v.pipe(v.string(), v.maxLength(LIMITS.rules.chars), v.rawCheck(checkRules)),
  groupingVersion: v.picklist([3, 4]),
  fetchSourceMaps: v.boolean(),
})

/** The first mistake, where it is: an editor shows the others too. */
function checkRules({ dataset, addIssue }: Parameters<Parameters<typeof v.rawCheck<string>>[0]>[0]): void {
  if (!dataset.typed) return
  const [error] = parseRules(dataset.value).errors
  if (error === undefined) return
  addIssue({ message: `line ${error.line}, character ${error.column}: ${error.message}` })
}

export function checkSettings(settings: unknown): ProjectSettings {
  return checked(SettingsSchema, settings)
}

export function checkQuotas(quotas: unknown): readonly Quota[] {
  return checked(QuotasSchema, quotas)
}

function checked<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const parsed = v.safeParse(schema, input)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new AppError('invalid_input', `${v.getDotPath(issue) ?? 'quotas'}: ${issue.message}`)
}
