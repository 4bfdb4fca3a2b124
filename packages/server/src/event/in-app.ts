import type { Frame } from '#domain/events/error-event.ts'

/*
 * FROZEN once released as a part of grouping version 4 (spec GR1): it decides which functions count. A change here splits
 * existing issues; improvements go into a new version.
 */

const LOOKED_AT = 400

/** What the rule looks at. */
export type PlacedFrame = Pick<Frame, 'function' | 'module' | 'filename' | 'absPath' | 'line'>

interface Platform {
  /**
   * Runtime, standard library, panic machinery, test runners and Sentry's own frames: never the application's, even where
   * the SDK says so. By what stands in front of the qualified name, and by the path.
   */
  readonly neverNames: RegExp
  readonly neverPaths?: RegExp
  /** Packages of others: not the application's where the SDK says nothing. A project may have named one as its own. */
  readonly theirNames?: RegExp
  readonly theirPaths?: RegExp
  /** The function's name has its module or class in front. */
  readonly functions?: true
  /** Built-in methods stand in the stack at the line of their caller. */
  readonly builtInAtCaller?: true
}

const PYTHON: Platform = {
  neverNames:
    /^(?:sentry_sdk|raven|unittest|pytest|_pytest|pluggy|runpy|importlib|threading|concurrent\.futures)(?:\.|$)/,
  // The standard library, not the packages below it; and on Windows, where the version is in the folder above.
  neverPaths:
    /^<frozen |[/\\]lib(?:64)?[/\\]python\d[\w.]*[/\\](?!site-packages|dist-packages)|[/\\]Python[\d.]*[/\\](?:x64[/\\])?Lib[/\\](?!site-packages)/,
  theirPaths: /[/\\](?:site|dist)-packages[/\\]/,
}

const JVM: Platform = {
  neverNames:
    /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|io\.sentry|org\.junit|junit|org\.testng|org\.codehaus\.groovy|org\.gradle|org\.apache\.maven|worker\.org\.gradle)\./,
  theirNames:
    /^(?:jakarta|android|androidx|dalvik|org\.(?:springframework|apache|hibernate|eclipse|jboss|slf4j|postgresql|mockito|aspectj|glassfish|jetbrains|quartz|xnio|reactivestreams)|com\.(?:google|android|fasterxml|zaxxer|mysql|intellij|squareup|netflix|mongodb|amazonaws|microsoft|oracle)|io\.(?:netty|undertow|ktor|grpc|micrometer|lettuce|vertx|quarkus|micronaut|reactivex|projectreactor)|ch\.qos|reactor|okhttp3|okio|retrofit2|rx|redis\.clients|software\.amazon|net\.bytebuddy|akka|play)\./,
}

const RUST: Platform = {
  neverNames:
    /^(?:<unknown>$|at \/)|^<*(?:[A-Z]\w? as )?(?:dyn |&|\*const |\*mut |mut )*(?:std|core|alloc|anyhow|eyre|color_eyre|backtrace|backtrace_rs|panic_unwind|rust_panic|rust_begin_unwind|_*rust_\w+|_*rustc_\w+|sentry(?:_\w+)?|test|__libc_start_\w+|_start|start_thread|clone3?|_?_pthread_\w+)(?:::|$|@)/,
  neverPaths: /[/\\]rustc[/\\][0-9a-f]{7,}[/\\]|[/\\]rustlib[/\\]src[/\\]/,
  theirNames:
    /^<*(?:tokio|futures\w*|hyper|tower|actix\w*|axum|rayon\w*|tracing\w*|async_std|log|serde\w*)::/,
  theirPaths: /[/\\]\.?cargo[/\\](?:registry|git)[/\\]/,
  functions: true,
}

const GO: Platform = {
  neverNames: /^(?:runtime|testing|reflect|syscall|internal|github\.com\/getsentry\/sentry-go)(?:[./]|$)/,
  neverPaths: /[/\\]getsentry[/\\]sentry-go(?:@|[/\\])/,
  theirPaths: /[/\\](?:pkg[/\\]mod|vendor|third_party)[/\\]/,
}

const RUBY: Platform = {
  neverNames: /^(?:Sentry|Raven|Minitest|RSpec::Core|Test::Unit)(?:::|#|\.|$)/,
  neverPaths:
    /^<internal:|[/\\]lib[/\\]ruby[/\\]\d|[/\\]gems[/\\](?:sentry-\w+|minitest|rspec-core|test-unit)-\d/,
  theirPaths: /[/\\](?:gems|bundler)[/\\]/,
  functions: true,
  builtInAtCaller: true,
}

const PHP: Platform = {
  neverNames: /^(?:Sentry|PHPUnit)\\/,
  // The SDK takes all that Composer installed for the application's.
  neverPaths: /^\[internal\]|^phar:|(?:^|[/\\])vendor[/\\]/,
  functions: true,
}

const DOTNET: Platform = {
  neverNames: /^(?:System|Sentry|Microsoft|Xunit|NUnit)\./,
}

const PLATFORMS: ReadonlyMap<string, Platform> = new Map([
  ['python', PYTHON],
  ['java', JVM],
  ['rust', RUST],
  ['native', RUST],
  ['go', GO],
  ['ruby', RUBY],
  ['php', PHP],
  ['csharp', DOTNET],
])

/** Whether a platform has a rule of its own; of the others, JavaScript first, the SDK and the path decide. */
export function hasInAppRule(platform: string): boolean {
  return PLATFORMS.has(platform)
}

/**
 * Which frames of a stack are the application's, in one pass each. `sent` is what the SDK says of each. Where it says yes
 * of any, its silence about the others means no: so do the SDKs of Python and Java with what they do not know. Where it says yes of
 * none, what is of no known package is the application's.
 */
export function inAppOf(
  platform: string,
  frames: readonly PlacedFrame[],
  sent: ReadonlyArray<boolean | undefined>,
): readonly boolean[] {
  const rule = PLATFORMS.get(platform)!
  const never = frames.map(
    (frame, index) =>
      isOf(frame, rule.neverNames, rule.neverPaths, rule.functions) ||
      (rule.builtInAtCaller === true && isAtCaller(frame, frames[index - 1])),
  )
  const said = frames.some((_, index) => sent[index] === true && !never[index])
  return frames.map((frame, index) => {
    if (never[index] === true) return false
    if (said || sent[index] !== undefined) return sent[index] === true
    return !isOf(frame, rule.theirNames, rule.theirPaths, rule.functions)
  })
}

/** `fetch` at the line of `price_of`, which calls it. A block is its method's, and a recursion calls itself. */
function isAtCaller(frame: PlacedFrame, caller: PlacedFrame | undefined): boolean {
  const { line, absPath, function: name } = frame
  if (line === undefined || name === undefined || caller === undefined) return false
  if (line !== caller.line || absPath !== caller.absPath || name === caller.function) return false
  return !/^(?:block|rescue|ensure) /.test(name)
}

function isOf(
  { module, function: name, absPath, filename }: PlacedFrame,
  names: RegExp | undefined,
  paths: RegExp | undefined,
  functions = false,
): boolean {
  if (module !== undefined && names?.test(start(module)) === true) return true
  if (functions && name !== undefined && names?.test(start(name)) === true) return true
  return paths?.test(start(absPath ?? filename ?? '')) ?? false
}

/** Names are told apart by their beginning, and a sender chooses the length. */
function start(text: string): string {
  return text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text
}
