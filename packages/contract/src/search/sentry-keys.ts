/** Keys of Sentry's searches for issues and events that stand for nothing here, with the key that comes nearest. */
const LACKING: Readonly<Record<string, string>> = {
  'app.in_foreground': '',
  assigned_or_suggested: 'assigned',
  bookmarks: '',
  culprit: 'route',
  'error.main_thread': '',
  'error.mechanism': 'handled',
  'event.timestamp': 'timestamp',
  firstRelease: '',
  'first-release': '',
  first_release: '',
  'http.method': '',
  'http.referer': '',
  'http.status_code': '',
  'issue.category': '',
  'issue.type': '',
  location: 'stack.filename',
  'os.build': 'os',
  'os.distribution_name': 'os',
  'os.distribution_version': 'os',
  'os.kernel_version': 'os',
  project: '',
  'project.id': '',
  'project.name': '',
  'release.build': 'release',
  'release.package': 'release',
  'release.stage': 'release',
  'release.version': 'release',
  'stack.abs_path': 'stack.filename',
  'stack.colno': '',
  'stack.in_app': '',
  'stack.lineno': '',
  'stack.module': 'stack.filename',
  'stack.package': 'stack.filename',
  subscribed: '',
  'trace.parent_span': 'trace',
  'trace.span': 'trace',
  'transaction.duration': '',
  'transaction.op': '',
  'transaction.status': '',
  'unreal.crash_type': '',
  'user.display': 'user',
}

/** Whole families of them. */
const LACKING_PREFIXES: Readonly<Record<string, string>> = {
  'device.': 'device',
  'flags[': '',
  'geo.': '',
  'measurements.': '',
  'spans.': '',
  'timestamp.': 'timestamp',
}

const FUNCTION =
  /^!?((?:apdex|avg|count|count_if|count_miserable|count_unique|count_web_vitals|eps|epm|failure_count|failure_rate|last_seen|max|min|p\d{2,3}|percentile|sum|tpm|tps|user_misery)\([^()\s]*\)):./

/** The key that comes nearest to one that only Sentry has, or '' where none does; undefined for every other key. */
export function lackingKey(name: string): string | undefined {
  if (Object.hasOwn(LACKING, name)) return LACKING[name]
  const prefix = Object.keys(LACKING_PREFIXES).find((one) => name.startsWith(one))
  return prefix === undefined ? undefined : LACKING_PREFIXES[prefix]
}

/** `count()` in `count():>5`, which is no key and would be searched for as a word. */
export function lackingFunction(word: string): string | undefined {
  return FUNCTION.exec(word)?.[1]
}
