const KiB = 1024
const MiB = 1024 * KiB

/**
 * Every limit of the product, with its reason. The reference that the server shows lists this file; a limit that is
 * not here does not exist.
 */
export const LIMITS = {
  /** Largest envelope after decompression; attachments are the largest items that SDKs send. */
  envelopeBytes: 200 * MiB,
  /** Largest request before decompression. */
  requestBytes: 200 * MiB,
  itemsPerEnvelope: 500,
  /** Longest header line of an envelope or item. */
  headerLineBytes: 64 * KiB,
  /** Largest item by type; other types are limited by the envelope. */
  itemBytes: {
    event: 1 * MiB,
    transaction: 1 * MiB,
    replay_event: 1 * MiB,
    feedback: 1 * MiB,
    raw_security: 1 * MiB,
    user_report: 1 * MiB,
    session: 10 * MiB,
    sessions: 10 * MiB,
    client_report: 100 * KiB,
    check_in: 100 * KiB,
    profile: 50 * MiB,
    profile_chunk: 50 * MiB,
    log: 12 * MiB,
    trace_metric: 12 * MiB,
    span: 12 * MiB,
    otlp_traces: 12 * MiB,
    replay_recording: 10 * MiB,
    attachment: 200 * MiB,
  } as Readonly<Record<string, number>>,
  attachmentsPerEnvelope: 30,
  sessionsPerEnvelope: 100,
  /** Body of /store/ and /security/: one event, or a handful of reports. */
  storeBytes: 1 * MiB,
  /** JSON.parse handles more, but recursive readers would overflow the stack. */
  jsonDepth: 200,
  /** Longest time for a whole request; also limits half-open sockets. */
  requestTimeoutMs: 30_000,
  headersTimeoutMs: 10_000,
  /** Bodies being read at the same time over all connections: limits memory under a flood of large requests. */
  inflightBytes: 256 * MiB,
  /** Request line and headers; enough for an event sent by GET, which old browsers cut at 8 KiB. */
  requestHeaderBytes: 32 * KiB,
  /** Export requests of OpenTelemetry. */
  otlp: {
    /** As for a container of spans; a collector's default batch of 8,192 spans stays below. */
    bytes: 12 * MiB,
    /** Spans of one request. Further ones are rejected as the protocol says, the others are stored. */
    spans: 10_000,
    /** Objects and arrays of JSON, or fields of protobuf down to those of a span: 12 MiB could hold millions, which take seconds to read. */
    parts: 500_000,
    /** Nesting of one attribute value. */
    valueDepth: 32,
  },
  /** Codings in one Content-Encoding; no real client stacks more. */
  contentCodings: 3,
  /** Smaller compressed bodies are decompressed synchronously, unless they grow beyond the second limit. */
  inflateAtOnceBytes: 64 * KiB,
  inflatedAtOnceBytes: 1 * MiB,
  /** Outcome counters held between two flushes; further ones are counted without their project. */
  intakeCells: 10_000,

  /** Longest stored texts, in characters. */
  text: {
    transaction: 200,
    culprit: 200,
    release: 200,
    environment: 64,
    dist: 64,
    logger: 64,
    serverName: 256,
    tagKey: 200,
    tagValue: 200,
    exceptionType: 256,
    exceptionValue: 8192,
    message: 8192,
    breadcrumbMessage: 8192,
    breadcrumbCategory: 128,
    url: 8192,
    userId: 128,
    email: 256,
    /** Of a person who left feedback. */
    personName: 128,
    mechanismType: 128,
    title: 256,
    /** Function, module or file of a frame. */
    frameName: 1024,
    contextLine: 1024,
  },
  /** Largest stored JSON values, in bytes and levels. */
  tree: {
    extraEntryBytes: 16 * KiB,
    extraBytes: 256 * KiB,
    extraDepth: 7,
    contextBytes: 8 * KiB,
    flagsBytes: 64 * KiB,
    contextDepth: 7,
    breadcrumbDataBytes: 2 * KiB,
    breadcrumbDataDepth: 5,
    requestDataBytes: 8 * KiB,
    requestDepth: 7,
    modulesBytes: 64 * KiB,
    /** Local variables of one frame. */
    frameVarsBytes: 8 * KiB,
    frameVarsDepth: 5,
  },
  tagsPerEvent: 200,
  breadcrumbsPerEvent: 100,
  exceptionsPerEvent: 50,
  /** Of longer stacks the oldest 50 and the newest 200 frames are kept: the start and the end of a recursion. */
  framesPerStack: 250,
  oldestFramesKept: 50,
  /** Threads with a stack that are read, the one that crashed or reported first. What was sent is stored (`threadsBytes`). */
  threadsPerEvent: 100,
  /** Recorded cuts and replacements per event; a sender could cause a million. */
  marksPerEvent: 200,

  spans: {
    /** Of one item. SDKs cut at 1,000, exporters of OpenTelemetry at 512; further ones are dropped and counted. */
    perItem: 5_000,
    nameChars: 1_000,
    /** Of one span, as JSON. A server's segment with all request headers takes 4 KiB. */
    attributeBytes: 16 * KiB,
    attributeDepth: 5,
    /** Of what OpenTelemetry says once for all spans of a process, and every one of them has to carry. */
    resourceBytes: 4 * KiB,
    /** The same for all spans of one request: ten thousand of them would multiply half a megabyte a hundredfold. */
    resourceTotalBytes: 4 * MiB,
    links: 32,
    linkBytes: 1 * KiB,
    /** Page loads whose vitals may still come: those of half an hour in a project that has ten a second. About 5 MiB. */
    rememberedLoads: 20_000,
    /** Of the names of one. Those of 20,000 with the longest names that are stored would take a hundred. */
    rememberedChars: 500,
  },

  /** Of what is remembered per project to keep the most telling traces. Written with every batch that has spans. */
  thinning: {
    /** Below, what is kept is too little to extrapolate from. */
    leastSpansPerHour: 1_000,
    mostSpansPerHour: 1_000_000_000,
    /** Traces with what was decided about them: those of the last minutes in a project that sends a dozen a second. */
    traces: 2_000,
    /** Routes by operation with the durations that are usual there. */
    routes: 200,
    /** Releases with when they were first seen. */
    releases: 200,
    /** Releases that can be new at a time: a sender can invent any number. */
    newReleases: 20,
    /** How often a node on a shared database asks what the others keep. What they kept since is guessed by their part of the traffic. */
    exchangeMs: 1_000,
    /** Hours for which nodes know what the others kept: a spool that waited longer is thinned out by itself. */
    shareHours: 48,
  },

  /** What a browser may say about its navigations; anything beyond is a broken clock or a made-up number. */
  navigations: {
    /** A tab that slept in the middle of a navigation is no user who waited. */
    waitMs: 600_000,
    /** Of one page view. The integration remembers 200. */
    prefetches: 1_000,
    prefetchBytes: 1024 * MiB,
    /** Pairs of routes that are listed, those that keep users waiting longest first. */
    pairs: 200,
    /** Releases, the latest, among which old ones are told from the current one. */
    releases: 200,
    /** Releases by environment whose first visit is looked up: a sender can invent both. */
    arrivals: 2_000,
  },

  /** Gzip bodies up to this decompressed size are spooled as sent. */
  keptGzipBytes: 32 * KiB,

  spool: {
    segmentBytes: 32 * MiB,
    /** Bytes a second from which on the next segment is prepared: some 8,000 events. With fewer, preparing saves nothing. */
    preparedFromRate: 32 * MiB,
    /** Senders are asked to retry later beyond this backlog: ten minutes of a very busy day. */
    totalBytes: 2048 * MiB,
    /** Kept free on the disk, so that the stores can process accepted data. */
    reserveBytes: 256 * MiB,
    retryAfterSeconds: 30,
    /** Waiting in memory for the running commit, so that a stalled disk does not fill the memory. */
    pendingBytes: 64 * MiB,
  },
  pipeline: {
    batchBytes: 4 * MiB,
    batchRecords: 1000,
    /** CPU time for one item. The largest accepted item needs a tenth; beyond the limit the item is set aside. */
    itemCpuMs: 2_000,
    /** How often the supervisor checks the digester. */
    itemLookMs: 250,
  },
  keptItems: {
    /** Kept items read in one batch after an upgrade: small enough that new events wait only milliseconds. */
    batchItems: 200,
    /** Assumed size of an item in the blob store until it is read. */
    blobBytes: 1 * MiB,
    /**
     * Consecutive failures before the rest waits for the next start, so that unreadable items do not delay new
     * events.
     */
    tries: 5,
  },
  sides: {
    /** How long a browser's event without details is not reported as a new issue, and how long its server's is looked for. */
    holdBackMs: 60_000,
    lookForMs: 600_000,
    /** Digests, traces and places that one batch looks up in the store. Each may open events; what is left waits. */
    lookUpsPerBatch: 50,
  },
  symbols: {
    /** Larger source maps are not opened: they would take the thread a minute and all of its memory. */
    mapBytes: 64 * MiB,
    /** Largest source file, uploaded or inside a source map, that is searched for function names. */
    sourceBytes: 2 * MiB,
    /** Cache of opened source maps, estimated size: a dozen builds of a large application. */
    openMapBytes: 160 * MiB,
    /** Cache of looked-up positions and of the source map of each script. */
    answerBytes: 16 * MiB,
    /**
     * Share of the machine's or control group's memory for the thread that opens source maps, within the limits
     * below.
     */
    threadShare: 1 / 4,
    leastThreadMb: 128,
    threadMemoryMb: 2048,
    /** Share of the thread's memory for opening one source map, and for the cache of opened ones. */
    mapShare: 1 / 2,
    keptShare: 0.3,
    /**
     * Opening a source map that needs this share of the limit is recorded before and removed after, to detect
     * crashes.
     */
    noteShare: 1 / 32,
    /** Limits of tokens and steps when a source is searched for function names; beyond, no names are used. */
    sourceTokens: 500_000,
    sourceSteps: 20_000_000,
    /** Retries of applying a late source map to an event, with increasing delay. */
    lateTries: 5,
    lateRetryMs: 60_000,
    longestLateRetryMs: 60 * 60 * 1000,
    /** Scripts looked up per event, because each may need a source map to be opened. */
    scripts: 50,
    /** Source lines before and after the one that a frame is at. */
    contextLines: 5,
    /** Longest context line; the part around the column is kept. */
    contextLineChars: 300,
    /** Files of a release searched for the closest match. */
    nearCandidates: 2000,
    /** Longest wait of a page for source maps; then the stack is shown as sent. */
    readWaitMs: 10_000,
    /** Longest total wait of a batch for source maps; then the rest is grouped without them. */
    batchWaitMs: 3_000,
    /** Cached stacks, so that a burst of one error is looked up once. */
    groupedStacks: 2000,
    /** Scripts by which an event is found when their source map is uploaded later. */
    awaitedPerEvent: 8,
    /** Events that one late source map updates, the latest first, and their maximum age. */
    lateEvents: 5000,
    lateDays: 14,
    /** Scripts of a release that the doctor checks, and events it takes them from. */
    doctorScripts: 500,
    doctorEvents: 200,
  },
  /** Source maps fetched from the site of the script. */
  mapFetch: {
    /** Largest script; held in memory, and may contain an inline source map. */
    scriptBytes: 16 * MiB,
    /** Largest fetched source map; larger ones have to be uploaded. */
    mapBytes: 32 * MiB,
    /** Timeout for each of the two requests, including redirects. */
    waitMs: 15_000,
    redirects: 3,
    /** Scripts per project and minute: anyone with the public key can put URLs into events. */
    perMinute: 10,
    /** Scripts of one project per round, so that a slow site does not delay other projects. */
    atOnce: 3,
    /** Projects whose scripts are fetched at the same time. */
    projects: 4,
    /** Queued scripts per project; further ones are found again with their next event. */
    waiting: 200,
    /** Events that one fetched map makes readable in their issue. */
    events: 1_000,
    /** New events checked per round, the latest: a burst usually has one error. */
    lookedEvents: 200,
    /** For older events the script is probably no longer served. */
    lookBackMs: 24 * 60 * 60 * 1000,
    /** Delay before a retry after a failure, and before fetching again for events without a release. */
    againMs: 60 * 60 * 1000,
    /** Remembered attempts per project. */
    remembered: 2_000,
  },
  rules: {
    /** Of a project, as text. */
    chars: 20_000,
    /** Rules per project: each is checked for every frame of every event. */
    rules: 100,
    patternChars: 200,
    /** Longest text compared with a pattern: the cost is the product of both lengths. */
    comparedChars: 500,
    /** Newest frames that rules see; older ones are not used for grouping. */
    frames: 100,
    /** Latest events on which rules are tested before saving, and the time limit. */
    dryRunEvents: 1_000,
    dryRunMs: 8_000,
    /** Total characters compared per event; further rules match nothing. */
    eventSteps: 10_000_000,
  },
  /** The thread that regroups stored events, to test rules and for late source maps. */
  groupingThread: {
    /** Time limit per event; then the thread is terminated. */
    callMs: 5_000,
    /** Queued calls. */
    waiting: 1_000,
    /** Projects whose compiled rules are cached. */
    compiledRules: 100,
    memoryMb: 256,
    /** Idle time after which the thread ends. */
    idleMs: 60_000,
  },
  /** The first screen of a project. */
  overview: {
    /** Issues, routes and releases in each list: more are on their own screens. */
    rows: 5,
    /** The day that is compared ends with a whole step, so that reloading the page does not change its figures. */
    stepMs: 900_000,
    /** Events of the latest release that are looked at for missing source maps; the release's page looks at more. */
    mapEvents: 20,
    /** A stray script without a release is no fault of the set-up; more than this share of the events is. */
    unnamedShare: 0.1,
    /** Events from which something is said about the set-up of Next.js: of fewer, the other side may be on its way or lost. */
    sureEvents: 3,
    /** Errors of servers that browsers reported without their message, the latest that are looked at. */
    hiddenErrors: 50,
    /** Traces of these that are looked up in the other projects, as the server may report to one of them. */
    hiddenErrorTraces: 10,
    /** Releases whose deploys are read for the time line, the latest. */
    releasesWithDeploys: 20,
    /** Deploys on the time line, the latest: a chart with more of them is a barcode. */
    deploys: 40,
    /** Releases with visits, from which those on show are picked. */
    visitedReleases: 200,
  },
  telemetry: {
    /** Buckets of one time series: 90 days by the hour, doubled. */
    buckets: 5000,
    /** Series per response if the caller names no keys; more lines make a chart unreadable. */
    series: 100,
  },
  search: {
    /**
     * Issues selected by conditions on events, the latest. Their IDs are passed from the telemetry to the records;
     * 100,000 would block both threads for half a second.
     */
    issues: 10_000,
    /** Events that a text search reads before it returns a partial result: about a second. */
    budget: 250_000,
    mostBudget: 20_000_000,
    /**
     * Events that are counted by fields that somebody chose, one by one in memory: about a second. Of more, no
     * count is answered.
     */
    countedEvents: 10_000,
    /** Latest events and tag keys used for suggestions. */
    valueEvents: 100_000,
    tagKeys: 200,
    /** Up to this many issues, all of their events are searched. */
    few: 500,
    /** Latest issues and events counted for facets: limits the scan after every change of a query. */
    facetIssues: 2_000,
    facetEvents: 50_000,
    /** Values of one facet. */
    facetValues: 8,
    /** Filters of a query without matches that are tried without it: each is one search. */
    without: 8,
  },
  digests: {
    /** Events with one digest that are read for its page; each is a document to open. */
    occurrences: 200,
    /** The latest events of an issue whose digests are listed. */
    eventsOfIssue: 500,
    /** Events that are counted where a digest was pasted. */
    counted: 10,
    /** Projects that are named where nothing was found; of others it is said how many there are. */
    searchedProjects: 20,
  },
  traces: {
    /** Spans of one trace that are shown; of more it is said how many there are. A browser lays these out in a blink. */
    spans: 50_000,
    /** Blocks that are opened for it. A trace that comes in single spans over days has one in each. */
    blocks: 4_000,
    /** Errors of one trace that are listed; each is a document to read. */
    errors: 100,
    /** Projects that are searched for them, those with spans of the trace first: each is a read of its own. */
    errorProjects: 100,
    /** How long before the first span and after the last errors may be received: clocks are off, and browsers go offline. */
    errorsBeforeMs: 24 * 60 * 60 * 1000,
    errorsAfterMs: 2 * 24 * 60 * 60 * 1000,
  },
  /** Other events that an issue is compared with, the latest (whole hours); more would not improve the estimate. */
  comparedEvents: 20_000,
  /** Similar issues: those looked at, the latest; those whose latest event is read; and those that are shown. */
  similar: { candidates: 100, read: 12, shown: 5 },
  retentionDays: 90,
  page: { default: 50, max: 100 },
  /** Largest API request body; the largest are a project's settings. */
  apiBodyBytes: 256 * KiB,
  live: {
    /** Proxies close connections that are silent for 30 to 60 seconds. */
    heartbeatMs: 15_000,
    /** Queued messages per reader; beyond, they are replaced by one message to reload. */
    queuedMessages: 256,
    /** Messages kept for readers that reconnect. */
    replayedMessages: 512,
    /** By how much the clocks of two nodes may differ when a page read from one is kept up to date by another. */
    clockSkewMs: 2_000,
    /** Recent requests kept for the connect page. */
    requestsPerProject: 200,
    /** Each holds a socket and a queue. */
    readers: 1000,
  },
  quotas: {
    /** How often nodes on one database tell each other what they took. Together they exceed a quota by what the others take in twice this time. */
    exchangeMs: 1_000,
  },
  signIn: {
    windowMs: 60_000,
    /** Per account and address: enough for a forgotten password, too few for guessing. */
    triesPerAccount: 5,
    /** Per address over all accounts. High, because all clients behind an untrusted proxy share one address. */
    triesPerAddress: 120,
    /** Per browser that has signed in to the account before, independent of its address. */
    triesPerKnownBrowser: 10,
    /** Password checks of a signed-in user who changes sign-in methods. */
    passwordsPerUser: 5,
    /** Remembered keys of each type, so that a million made-up ones do not fill the memory. */
    remembered: 10_000,
  },
  selfReport: {
    /** A repeating error must not flood the installation with its own reports. */
    perMinute: 20,
    /** Timeout of a report to the own address; shutdown waits for it. */
    waitMs: 2_000,
  },
  upload: {
    /** Chunk of a bundle; small, so that it arrives within requestTimeoutMs over a slow connection too. */
    chunkBytes: 2 * MiB,
    chunksPerRequest: 4,
    /** Enough for the largest bundle even with chunks eight times smaller. */
    chunksPerBundle: 4_096,
    /** Minimum accounted size of a waiting chunk, because many tiny ones cost more than their bytes. */
    chunkCountsBytes: 64 * KiB,
    /** Largest upload request: its uncompressed chunks and the multipart overhead. */
    requestBytes: 8 * MiB + 64 * KiB,
    /** Concurrent requests of one client, which share its bandwidth. */
    concurrency: 2,
    /** Concurrent upload requests held in memory; further ones are asked to retry. */
    openRequests: 8,
    /**
     * Largest uploaded bundle. Build plugins do not compress, so it must hold all source maps of a very large
     * application.
     */
    bundleBytes: 1024 * MiB,
    /** Largest unpacked bundle, against decompression bombs. */
    unpackedBytes: 2048 * MiB,
    /** Largest file of a bundle, which is held in memory while it is read. */
    fileBytes: 128 * MiB,
    /** Highest compression ratio of a file; text rarely exceeds 50, a bomb has 1,000. */
    packingRatio: 250,
    /** The ratio is not checked for smaller files. */
    packingRatioFromBytes: 1 * MiB,
    filesPerBundle: 20_000,
    /** Manifest and directory are read into memory; 20,000 files need about 6 MiB each. */
    manifestBytes: 16 * MiB,
    fileNameBytes: 4 * KiB,
    /** Projects named in one request. */
    projects: 100,
    /** Waiting chunks per organization: a few large builds at the same time. */
    waitingBytes: 4096 * MiB,
    /** Abandoned chunks are removed after this. */
    waitingMs: 24 * 60 * 60 * 1000,
    /** Stored files per organization. Scripts run long after their upload, so age alone is not a limit. */
    keptBytes: 50 * 1024 * MiB,
    /** A build that was not deployed for a year is no longer running. */
    keptDays: 365,
    /** Kept free on the disk for events, which cannot be sent again. */
    reserveBytes: 512 * MiB,
    /** How long a request waits for the result; then the tool has to poll. */
    answerWithinMs: 5_000,
    /** How long tools may poll. */
    waitSeconds: 300,
    /** Remembered results of bundles, for tools that poll. */
    rememberedBundles: 1_000,
  },
  release: {
    /** Largest request body of tools that run during a build; the largest are commits with their files, and routes. */
    bodyBytes: 4 * MiB,
    commits: 1_000,
    filesPerCommit: 2_000,
    deploys: 1_000,
    /** The same deploy reported again within this time counts once: a build of three bundles reports it three times. */
    sameDeployMs: 15 * 60 * 1000,
    /** Delay with which the last seen time of a release is written. */
    sightingMs: 60_000,
    /** Releases created from events, so that a page with a random release per visit cannot create more. */
    perProject: 10_000,
  },
  alerts: {
    perOrganization: 200,
    channels: 100,
    /** Time to collect issues into one message, because those of one deploy arrive within seconds. */
    gatherMs: 3_000,
    /** Issues listed in a message; the others are counted. */
    namedPerMessage: 10,
    /** Held firings; further ones are only counted. */
    heldFirings: 200,
    /** Issues remembered by alerts that fire once per issue. */
    rememberedIssues: 5_000,
    /** Issues or windows per evaluation; more end up in one message anyway. */
    factsPerLook: 2_000,
    /** How long alerts wait for what another node has accepted and not stored; then they go on without it. */
    otherNodesMs: 60_000,
    /** After a longer downtime, alerts for the time in between are not sent. */
    catchUpMs: 6 * 60 * 60 * 1000,
    backtestDays: 14,
    /** Time limit of a backtest; then it returns what was found so far. */
    backtestMs: 8_000,
    /** Issues or windows checked by a backtest. */
    backtestFacts: 20_000,
    /** How long issue changes are kept for backtests. */
    happeningDays: 15,
    /** Days that a spike is compared with. */
    usualDays: 7,
    /** Minimum history to know the usual rate. */
    usualFromMs: 24 * 60 * 60 * 1000,
    /** Minimum sessions for a rate. */
    leastSessions: 50,
    deliveries: {
      /** The last attempt is more than two hours after the first, to cover an outage of an hour. */
      attempts: 12,
      firstRetryMs: 5_000,
      longestRetryMs: 60 * 60 * 1000,
      timeoutMs: 10_000,
      answerBytes: 64 * KiB,
      answerChars: 500,
      redirects: 2,
      /** Channels served in parallel; the messages of one channel are sent in order. */
      atOnce: 8,
      keptDays: 30,
    },
  },
  answers: {
    /** Below this, compressing costs more than the packets it saves. */
    compressFromBytes: KiB,
    /** Node has four such threads, which the intake needs too. */
    compressedAtOnce: 2,
    /** Rows of a table as CSV or NDJSON, and pages read for it: whoever wants more pages through the list itself. */
    downloadRows: 10_000,
    downloadPages: 200,
    /** Rows of one such page: as many as a list answers at most. */
    downloadPageRows: 100,
    /** Numbers in the series of one answer under /api/0, half a megabyte: 23 lines of 90 days by the hour. */
    seriesValues: 50_000,
  },
  questions: {
    /** Deadline of one API request with all its reads: longer than any screen needs. */
    deadlineMs: 30_000,
    /** Deadline of one read by the server itself: jobs count years of events. */
    ownDeadlineMs: 300_000,
    /** Deadline of one evaluation of one alert, so that the others run within the same minute. */
    alertMs: 10_000,
    /** How long running reads may finish when the store closes; a process supervisor waits ten seconds in total. */
    closingMs: 1_000,
    /** Readers that one user, token or alert may hold; there are four, so two are left for others. */
    readersPerRequester: 2,
    /** Threads that read the records: two, so that a slow search leaves one free. Each takes about 15 MB. */
    recordReaders: 2,
    recordReadersPerRequester: 1,
    /** Queued reads per requester: an issue page has about sixty, and several pages may be open. */
    waitingPerRequester: 400,
    /** Queued reads in total; each holds its request in memory. */
    waiting: 4_000,
    /** Percentiles that one question takes at once: DuckDB needs 16 kB for each, and does not count them as its own. */
    percentiles: 4_000,
  },
  /** Days that audit log entries are kept. */
  auditDays: 365,
  /** Active public links per issue. */
  sharesPerIssue: 20,
  /** Active public links per project, because the list is read as a whole. */
  sharesPerProject: 500,
  /** Minimum time between updates of "last opened", because each is a commit. */
  shareTouchMs: 60_000,
  passwordReset: {
    /** Long enough for slow mail, short enough that links in an old mailbox are useless. */
    linkMs: 60 * 60 * 1000,
    /** Enough for an office behind one address, too few to probe for accounts. */
    perAddress: { attempts: 20, windowMs: 15 * 60 * 1000 },
    /** Reset mails that others can trigger for an account. */
    perAccount: { attempts: 3, windowMs: 60 * 60 * 1000 },
    /** Counted addresses and accounts, so that made-up ones do not fill the memory. */
    remembered: 10_000,
  },
  /** When retention needs a confirmation: with a wrong clock it would delete everything. */
  retention: {
    /** Allowed drift between wall clock and monotonic clock while the server runs; normal corrections are smaller. */
    clockDriftMs: 24 * 60 * 60 * 1000,
    /** Longest time since the last run, or since the newest event before the first run, without a confirmation. */
    unseenMs: 7 * 24 * 60 * 60 * 1000,
    /** Up to this many events may be deleted even if they are more than half of a project. */
    leastEvents: 1000,
    /** A confirmation expires after this. */
    confirmedMs: 24 * 60 * 60 * 1000,
  },
  /** Limits before scrubbing, so that scrubbing never costs more than for a large event. */
  beforeScrub: {
    /** Longest key of an object; members with longer keys are dropped. */
    keyChars: 512,
    /** Unknown fields of an event; SDKs send `_meta` and a few others. */
    unknownBytes: 16 * KiB,
    unknownDepth: 7,
    unknownFields: 50,
    /** All threads of a process with their stacks, or all of its modules. */
    threadsBytes: 256 * KiB,
    debugMetaBytes: 256 * KiB,
    /** Deeper than other trees: a stack within a thread within a list. */
    threadsDepth: 10,
    fingerprintBytes: 8 * KiB,
    /**
     * Raw items up to this size are scrubbed: parsed, walked and written again. It is the largest JSON besides
     * profiles; larger and binary items are stored as sent.
     */
    rawItemBytes: 12 * MiB,
    /** Source lines before or after the one of a frame; SDKs send up to seven. */
    contextLines: 50,
  },
  /** Larger raw items are stored in the blob store. */
  rawItemInlineBytes: 64 * KiB,
  /** Open connections; each takes a file descriptor. At the limit the address with the most loses one. */
  connections: 4_000,
  /** Limits for senders that send more than is digested, or continue after rejections. */
  flood: {
    /** How long ingest has priority while a backlog grows or its thread is saturated, e.g. after a bad deploy. */
    burstMs: 15_000,
    /** Recovery of that budget per idle millisecond. */
    burstRecovery: 0.25,
    /** With a smaller backlog the digester is not considered behind. */
    behindBytes: 16 * MiB,
    /** Window in which the digester's rate is measured. */
    paceMs: 5_000,
    /** Always accepted, even if nothing is digested, while the spool has room; normal traffic is below. */
    leastBytesPerSecond: 1 * MiB,
    /** Rejections answered per second over all senders; further ones are delayed. */
    refusalsPerSecond: 500,
    /** Burst, in seconds of either rate. */
    burstSeconds: 0.5,
    /** Delayed responses; each holds a connection and some memory. */
    waitingAnswers: 10_000,
  },
  /** Route patterns come from members, the URLs they are compared with from anybody. */
  routes: {
    /** Patterns of one manifest; the largest applications we know of have half of it. */
    patterns: 2_000,
    /** Of a pattern, or of the source or target of a rewrite. */
    patternChars: 500,
    segments: 30,
    /** Each doubles the variants of its pattern. */
    optionalSegments: 3,
    /** Edited by hand and tried one after the other. */
    rules: 100,
    /** Rewrites and redirects of one manifest, each kind: they are tried one after the other. */
    rewrites: 500,
    /** Redirects that are followed for one URL: a circle has no end. */
    redirects: 8,
    /** Of the path of a URL; longer ones have no route. */
    pathChars: 2_048,
    pathSegments: 100,
    /** Places of the tree of patterns that are looked at for one URL; beyond it the URL has no route. */
    steps: 2_000,
    /** Of a parameter, as for the value of a tag. */
    paramChars: 200,
    /** Manifests kept per project, the newest: of how many releases events still come. */
    manifests: 20,
    /** Addresses that patterns are learned from, the most visited of so many days. */
    learnedFrom: 2_000,
    learnedDays: 7,
    /** Patterns that are learned, the most visited. */
    learned: 500,
    /** More different segments in one place than this are values of a parameter; a site has more first segments. */
    learnedSiblings: 20,
    learnedRootSiblings: 60,
    /** A segment with this share of the visits of its place is a page of its own, however many others there are. */
    learnedShare: 0.1,
    /** Visits of a page without parameters before it is a route. */
    learnedVisits: 3,
    /** Recent addresses that the preview of a rule is shown with. */
    previewed: 500,
    /** Stored names that are looked at again after a change, the most frequent: each query takes the keys of those that differ along. */
    renamed: 100_000,
    /** Kept for reuse, each for a project and a range: reading them again takes as long as the screen itself. */
    renameTables: 20,
    /** A row that came this soon after a change may have been named before it reached the digester. */
    changeSettlesMs: 60_000,
    /** Slow visits that a vital is explained by: each may be a block of spans to open. */
    vitalVisits: 100,
    /** Spans beside them that are compared with them. */
    vitalSpans: 1_000,
    /** Kinds of requests, and locales, that are named of the latest visits. */
    visitKinds: 10,
    /** Elements, resources or scripts that are named for one vital, and how long each may be. */
    vitalCauses: 5,
    causeChars: 300,
  },
  /**
   * Unanswered requests per connection. HTTP/1.1 clients wait for each response; beyond the limit the connection is
   * closed.
   */
  pipelinedRequests: 32,
  /** How long a node that stops beside others still answers: until nobody has asked for so long, and at most so long. */
  departure: { quietMs: 1_000, longestMs: 3_000 },
  /** Unread responses held in memory per connection; beyond the limit its requests are not read either. */
  unreadAnswerBytes: 64 * KiB,
  /** Bodies being received; `inflightBytes` limits the large ones of known senders. */
  bodies: {
    /** Total for senders whose key is not known yet. */
    unknownBytes: 64 * MiB,
    /** Total for small bodies (up to the second limit) of known senders, so that large ones cannot crowd them out. */
    smallBytes: 32 * MiB,
    smallBodyBytes: 64 * KiB,
    /** Bytes on the wire in which the first line of an envelope must be complete. */
    firstLineWireBytes: 128 * KiB,
    /** Highest decompression ratio of a body; JSON rarely exceeds 50, a bomb has 1,000 and more. */
    expansion: 100,
    /** The ratio is not checked below this: a deep recursion repeats one frame a thousand times. */
    expansionFromBytes: 1 * MiB,
    /** A body that receives less than this in so many seconds is aborted. */
    progressBytes: 5 * KiB,
    progressSeconds: 5,
    /** After this many bytes of bodies garbage is collected, because an idle server would keep it. */
    collectAfterBytes: 64 * MiB,
  },
} as const
