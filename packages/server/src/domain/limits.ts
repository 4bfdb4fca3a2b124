const KiB = 1024
const MiB = 1024 * KiB

/**
 * Every limit of the product, with its reason. The reference that the server shows lists this file; a limit that is
 * not here does not exist.
 */
export const LIMITS = {
  /** The wire refuses what is larger after decompression: the largest thing an SDK sends is an attachment. */
  envelopeBytes: 200 * MiB,
  /** Bytes on the wire before decompression. */
  requestBytes: 200 * MiB,
  itemsPerEnvelope: 500,
  /** A header line that is longer is not a header. */
  headerLineBytes: 64 * KiB,
  /** Per item of the type; what is not named is bounded by the envelope. */
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
    replay_recording: 10 * MiB,
    attachment: 200 * MiB,
  } as Readonly<Record<string, number>>,
  attachmentsPerEnvelope: 30,
  sessionsPerEnvelope: 100,
  /** Body of /store/ and /security/: one event, or a handful of reports. */
  storeBytes: 1 * MiB,
  /** JSON.parse survives more, but every recursive reader behind it would not. */
  jsonDepth: 200,
  /** A sender that needs longer for the whole request is stalling (also bounds half-open sockets). */
  requestTimeoutMs: 30_000,
  headersTimeoutMs: 10_000,
  /** Bodies being read at one time, all connections together: bounds memory under a flood of large requests. */
  inflightBytes: 256 * MiB,
  /** Request line and headers; holds an event sent by GET, which old browsers cut at 8 KiB. */
  requestHeaderBytes: 32 * KiB,
  /** Codings in one Content-Encoding; nobody stacks more by accident. */
  contentCodings: 3,
  /** Smaller compressed bodies are inflated at once, unless they turn out larger than the second number. */
  inflateAtOnceBytes: 64 * KiB,
  inflatedAtOnceBytes: 1 * MiB,
  /** Cells of intake counts held between two flushes; what is beyond them is counted without its project. */
  intakeCells: 10_000,

  /** What is stored of a text, in characters. */
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
    mechanismType: 128,
    title: 256,
    /** Function, module or file of a frame. */
    frameName: 1024,
    contextLine: 1024,
  },
  /** What is stored of a tree, in bytes of JSON and levels. */
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
  /** More frames than this: the oldest 50 and the newest 200 stay, which is where a recursion starts and ends. */
  framesPerStack: 250,
  oldestFramesKept: 50,
  /** Marks of cut or replaced fields kept per event; a sender could make a million. */
  marksPerEvent: 200,

  /** A gzip body is kept as it was sent when it is no larger than this inside. */
  keptGzipBytes: 32 * KiB,

  spool: {
    segmentBytes: 32 * MiB,
    /** Senders are asked to wait beyond this backlog: ten minutes of a very busy day. */
    totalBytes: 2048 * MiB,
    /** Left free on the disk for the stores to finish what was accepted. */
    reserveBytes: 256 * MiB,
    retryAfterSeconds: 30,
    /** Waiting in memory for the running commit: a disk that stalls must not fill the memory instead. */
    pendingBytes: 64 * MiB,
  },
  pipeline: {
    batchBytes: 4 * MiB,
    batchRecords: 1000,
    /** Processor time for one item. The largest that is accepted needs a tenth of it; beyond it the item is set aside. */
    itemCpuMs: 2_000,
    /** How often the digester is looked at from outside. */
    itemLookMs: 250,
  },
  keptItems: {
    /** Read at once when a later version understands what was kept raw: little enough that new events wait for milliseconds. */
    batchItems: 200,
    /** What an item in the blob store is taken to weigh until it is read. */
    blobBytes: 1 * MiB,
    /** Failures in a row before the rest is left to the next start: new events must not wait for what cannot be read. */
    tries: 5,
  },
  symbols: {
    /** A map that is larger is not opened: it would take its thread a minute and all of its memory. */
    mapBytes: 64 * MiB,
    /** An uploaded source, and a source inside a map that is searched for names: nobody writes more in one file. */
    sourceBytes: 2 * MiB,
    /** Opened maps held in memory, as estimated: a dozen builds of a large application. */
    openMapBytes: 160 * MiB,
    /** Positions that were looked up, and which map belongs to which script. */
    answerBytes: 16 * MiB,
    /** The thread that opens maps may use this share of the machine's or its control group's memory, within bounds. */
    threadShare: 1 / 4,
    leastThreadMb: 128,
    threadMemoryMb: 2048,
    /** Of that, what opening one map may take, and what the maps that stay open may take. */
    mapShare: 1 / 2,
    keptShare: 0.3,
    /** Opening a map that takes this share of what it may is written down before, and crossed out after. */
    noteShare: 1 / 32,
    /** Words and marks of a source that is searched for names, and steps that the search takes; beyond, it has none. */
    sourceTokens: 500_000,
    sourceSteps: 20_000_000,
    /** An event whose stack could not be read again with its late map is tried so often, ever later. */
    lateTries: 5,
    lateRetryMs: 60_000,
    longestLateRetryMs: 60 * 60 * 1000,
    /** Different scripts of one event that are looked up: each may be a map to open. */
    scripts: 50,
    /** Source lines before and after the one that a frame is at. */
    contextLines: 5,
    /** Characters of such a line; the part around the column is kept. */
    contextLineChars: 300,
    /** Files of a release that are searched for what almost fits. */
    nearCandidates: 2000,
    /** Somebody waits for the page: afterwards it is shown as it was sent. */
    readWaitMs: 10_000,
    /** What one batch of events may wait for maps in all; afterwards they are grouped without. */
    batchWaitMs: 3_000,
    /** Stacks whose answer the pipeline keeps: a burst of one error asks once. */
    groupedStacks: 2000,
    /** Scripts of one event that it is found by when their map comes late. */
    awaitedPerEvent: 8,
    /** Events that one late map moves at most, the latest, and how old they may be. */
    lateEvents: 5000,
    lateDays: 14,
    /** Scripts of a release that the doctor looks at, and the events it takes them from. */
    doctorScripts: 500,
    doctorEvents: 200,
  },
  /** Maps that are fetched from where their script is served. */
  mapFetch: {
    /** Held in memory while its last line is read; an inlined map is inside. */
    scriptBytes: 16 * MiB,
    /** Held in memory until it is kept. Larger ones are uploaded. */
    mapBytes: 32 * MiB,
    /** For each of the two, with redirects: a site that is slower has other troubles than its maps. */
    waitMs: 15_000,
    redirects: 3,
    /** Scripts per project and minute: anybody with the public key can name addresses in an event. */
    perMinute: 10,
    /** Scripts of one project in one go, so that a slow site does not hold up the others. */
    atOnce: 3,
    /** Projects whose scripts are fetched at the same time. */
    projects: 4,
    /** Scripts that wait per project; further ones are found again with their next event. */
    waiting: 200,
    /** Events that one fetched map makes readable in their issue. */
    events: 1_000,
    /** New events that are looked at in one go, the latest: a burst is of one error. */
    lookedEvents: 200,
    /** Of older events the script is probably not served any more. */
    lookBackMs: 24 * 60 * 60 * 1000,
    /** What failed is tried again after this; so is what was found for events without a release. */
    againMs: 60 * 60 * 1000,
    /** Attempts remembered per project, the latest. */
    remembered: 2_000,
  },
  rules: {
    /** Of a project, as text. */
    chars: 20_000,
    /** Each is tried for every frame of every event. */
    rules: 100,
    patternChars: 200,
    /** Of a text that a pattern is compared with: the product of both is what it costs. */
    comparedChars: 500,
    /** The newest frames; what lies further out takes no part in grouping. */
    frames: 100,
    /** Events that a rule is tried on before it is saved, the latest, and the time this may take. */
    dryRunEvents: 1_000,
    dryRunMs: 8_000,
    /** Characters that all rules together are compared with for one event; rules behind them match nothing. */
    eventSteps: 10_000_000,
  },
  /** The thread that groups stored events again, for trials of rules and for late maps. */
  groupingThread: {
    /** For one event. It is ended from outside when it takes longer: whatever it does then, nobody waits for it. */
    callMs: 5_000,
    /** Calls that wait for it. */
    waiting: 1_000,
    /** Rules of projects that it keeps ready. */
    compiledRules: 100,
    memoryMb: 256,
    /** It ends by itself when nobody asked for so long. */
    idleMs: 60_000,
  },
  telemetry: {
    /** Buckets of one time series: 90 days by the hour, doubled. */
    buckets: 5000,
    /** Series of one answer when the caller names no keys: a chart with more lines than this shows nothing. */
    series: 100,
  },
  search: {
    /**
     * Issues that conditions on their events select, the latest. Their ids go from the telemetry to the records; a
     * hundred thousand of them would hold both threads up for half a second.
     */
    issues: 10_000,
    /** Events that a search through their texts looks at before it says how far it came: a second of work. */
    budget: 250_000,
    mostBudget: 20_000_000,
    /** What completion counts: the latest events, and the keys of their tags. */
    valueEvents: 100_000,
    tagKeys: 200,
    /** Issues so few that all of their events can be looked through. */
    few: 500,
    /** What facets count, the latest: bounds the scan behind every change of a query. */
    facetIssues: 2_000,
    facetEvents: 50_000,
    /** Values of one facet. */
    facetValues: 8,
    /** Filters of a query without a match that are tried without: each is a search of its own. */
    without: 8,
  },
  /** Other events that an issue is compared with, the latest (whole hours): a share does not get better with more. */
  comparedEvents: 20_000,
  retentionDays: 90,
  page: { default: 50, max: 100 },
  /** Body of a request to our own interface; the largest is a project's settings. */
  apiBodyBytes: 256 * KiB,
  live: {
    /** Proxies close what is silent for a minute or half of one. */
    heartbeatMs: 15_000,
    /** Messages that wait for a slow reader; beyond it they are replaced by one "read everything again". */
    queuedMessages: 256,
    /** Messages kept for readers that reconnect. */
    replayedMessages: 512,
    /** Requests kept for who opens the page of a key after they came. */
    requestsPerProject: 200,
    /** Each holds a socket and a queue. */
    readers: 1000,
  },
  signIn: {
    windowMs: 60_000,
    /** Per account and address: a forgotten password takes a few tries, a guessed one many. */
    triesPerAccount: 5,
    /** Per address over all accounts. High, because an untrusted proxy makes one address of everybody behind it. */
    triesPerAddress: 120,
    /** Per browser that has signed in to the account before, whatever its address does. */
    triesPerKnownBrowser: 10,
    /** Passwords that somebody signed in is asked for again, before they change how they sign in. */
    passwordsPerUser: 5,
    /** Keys remembered of each kind: a million made-up ones must not fill the memory. */
    remembered: 10_000,
  },
  selfReport: {
    /** A failure that repeats must not bury the installation in reports of itself. */
    perMinute: 20,
    /** A report to the own address that takes longer is given up; stopping waits for it. */
    waitMs: 2_000,
  },
  upload: {
    /** A slice of a bundle. Small, so that one of them arrives within requestTimeoutMs over a slow line too. */
    chunkBytes: 2 * MiB,
    chunksPerRequest: 4,
    /** Enough for the largest bundle from tools that cut it eight times smaller. */
    chunksPerBundle: 4_096,
    /** What a waiting chunk counts at least: a million tiny ones would cost more than their bytes. */
    chunkCountsBytes: 64 * KiB,
    /** Of one request: its chunks uncompressed, and what multipart puts around them. */
    requestBytes: 8 * MiB + 64 * KiB,
    /** Requests of one client at the same time; they share its line. */
    concurrency: 2,
    /** Requests of all clients that are held in memory at the same time; beyond it they are asked to try again. */
    openRequests: 8,
    /** A bundle as uploaded. Build plugins do not compress, so this is also all the maps of a very large application. */
    bundleBytes: 1024 * MiB,
    /** All files of a bundle unpacked: a well compressed one grows, a bomb explodes. */
    unpackedBytes: 2048 * MiB,
    /** One file is held in memory while it is read; maps of more than this help nobody who waits for a page. */
    fileBytes: 128 * MiB,
    /** How much smaller a packed file may be; text rarely gets beyond 50, a bomb has 1,000. */
    packingRatio: 250,
    /** Smaller files may be packed as well as they can. */
    packingRatioFromBytes: 1 * MiB,
    filesPerBundle: 20_000,
    /** Manifest and directory are read at once; 20,000 files need about 6 MiB each. */
    manifestBytes: 16 * MiB,
    fileNameBytes: 4 * KiB,
    /** Projects named in one request. */
    projects: 100,
    /** Chunks that wait to become a bundle, per organization: a few large builds at the same time. */
    waitingBytes: 4096 * MiB,
    /** Chunks of an upload that was given up are removed after this. */
    waitingMs: 24 * 60 * 60 * 1000,
    /** Files kept per organization; a script can be running for long after its upload, so age alone bounds nothing. */
    keptBytes: 50 * 1024 * MiB,
    /** A build that nobody deployed anew for a year is not running any more. */
    keptDays: 365,
    /** Left free on the disk for events, which cannot be uploaded again. */
    reserveBytes: 512 * MiB,
    /** The tool is answered with the end of the work where it ends this soon, else it has to ask again. */
    answerWithinMs: 5_000,
    /** How long tools may ask again. */
    waitSeconds: 300,
    /** What became of bundles, for tools that ask again. */
    rememberedBundles: 1_000,
  },
  release: {
    /** Body of a request of Sentry's tools; the largest are commits with their files. */
    bodyBytes: 4 * MiB,
    commits: 1_000,
    filesPerCommit: 2_000,
    deploys: 1_000,
    /** A deploy that is told again within this is the same: a build of three bundles tells it three times. */
    sameDeployMs: 15 * 60 * 1000,
    /** How far behind the last moment of a release may be told. */
    sightingMs: 60_000,
    /** Releases that traffic makes; a page that makes one up per visit gets no further. */
    perProject: 10_000,
  },
  alerts: {
    perOrganization: 200,
    channels: 100,
    /** Several issues of one deploy come within seconds of each other, and belong into one message. */
    gatherMs: 3_000,
    /** What a message names; of the others it says how many. */
    namedPerMessage: 10,
    /** Found and waiting to be told; beyond it they are only counted. */
    heldFirings: 200,
    /** Issues that an alert told of once and for all. */
    rememberedIssues: 5_000,
    /** Issues or windows of one look; a storm of more is one message anyway. */
    factsPerLook: 2_000,
    /** A server that was off for longer does not tell of what happened meanwhile. */
    catchUpMs: 6 * 60 * 60 * 1000,
    backtestDays: 14,
    /** Somebody waits for it; afterwards it says what was found so far. */
    backtestMs: 8_000,
    /** Issues or windows that a backtest looks at. */
    backtestFacts: 20_000,
    /** What happened to issues is kept this long, for the backtest. */
    happeningDays: 15,
    /** What a spike is compared with. */
    usualDays: 7,
    /** With less than this behind it nobody knows what is usual. */
    usualFromMs: 24 * 60 * 60 * 1000,
    /** One error in the first three sessions of the night is no rate. */
    leastSessions: 50,
    deliveries: {
      /** The last try is more than two hours after the first, so that who is down for an hour misses nothing. */
      attempts: 12,
      firstRetryMs: 5_000,
      longestRetryMs: 60 * 60 * 1000,
      timeoutMs: 10_000,
      answerBytes: 64 * KiB,
      answerChars: 500,
      redirects: 2,
      /** Different channels at the same time; one channel gets its messages one after the other. */
      atOnce: 8,
      keptDays: 30,
    },
  },
  answers: {
    /** Below this, compressing costs more than the packets it saves. */
    compressFromBytes: KiB,
    /** The runtime has four such threads, which the intake needs too. */
    compressedAtOnce: 2,
  },
  questions: {
    /** Of one request to the API with everything it reads: longer than any screen needs, shorter than people wait. */
    deadlineMs: 30_000,
    /** Of one read on behalf of the server itself: jobs count years of events. */
    ownDeadlineMs: 300_000,
    /** Of one look of one alert, so that the others get theirs within the same minute. */
    alertMs: 10_000,
    /** What is being read when the store closes gets this long to finish; a supervisor waits ten seconds for all. */
    closingMs: 1_000,
    /** Readers that one person, token or alert holds at a time; there are four, so that two are left for others. */
    readersPerAsker: 2,
    /** Threads that read the records: two, so that one remains when somebody's search is slow. Each takes some 15 MB. */
    recordReaders: 2,
    recordReadersPerAsker: 1,
    /** Reads of one requester that wait: an issue page has about sixty, and several pages may be open. */
    waitingPerAsker: 400,
    /** Reads that wait in all; each holds its request in memory. */
    waiting: 4_000,
  },
  /** How long it is known who changed what. */
  auditDays: 365,
  /** Links to one issue that work at the same time. */
  sharesPerIssue: 20,
  /** Links to issues of one project that work at the same time: its list is read as a whole. */
  sharesPerProject: 500,
  /** When a link was last opened is for people who tidy up; a write for each visit would be a commit per request. */
  shareTouchMs: 60_000,
  passwordReset: {
    /** Long enough for slow mail, short enough that an old mailbox opens nothing. */
    linkMs: 60 * 60 * 1000,
    /** Enough for an office behind one address; somebody who tries out addresses reaches it. */
    perAddress: { attempts: 20, windowMs: 15 * 60 * 1000 },
    /** Mails that strangers can have sent to somebody. */
    perAccount: { attempts: 3, windowMs: 60 * 60 * 1000 },
    /** Addresses and accounts that are counted at a time: made-up ones must not fill the memory. */
    remembered: 10_000,
  },
  /** What retention may delete without asking; a wrong clock would delete everything. */
  retention: {
    /** Wall clock against monotonic clock while the server runs; a clock that is being set right moves by less. */
    clockDriftMs: 24 * 60 * 60 * 1000,
    /** Since the last run, or the newest event before the first: a server that was off for longer asks before it deletes. */
    unseenMs: 7 * 24 * 60 * 60 * 1000,
    /** Fewer events than this may be more than half of a project. */
    leastEvents: 1000,
    /** A confirmation that no run used is forgotten. */
    confirmedMs: 24 * 60 * 60 * 1000,
  },
  /** Bounds that hold before secrets are searched for, so that a search never costs more than a large event. */
  beforeScrub: {
    /** Of a member of an object. Longer ones are no names: the member is left out. */
    keyChars: 512,
    /** A field of the event that no stage reads; SDKs send `_meta` and a few others. */
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
     * An item that is kept raw is searched for secrets up to this size, the largest of JSON besides profiles: it is
     * parsed, walked and written anew. Larger ones and binary ones are kept as they are.
     */
    rawItemBytes: 12 * MiB,
    /** Source lines before or after the one of a frame; SDKs send up to seven. */
    contextLines: 50,
  },
  /** Larger raw items live in the blob store. */
  rawItemInlineBytes: 64 * KiB,
  /** Open at the same time; each takes a file descriptor. Beyond it the address with most of them loses one. */
  connections: 4_000,
  /** Senders that send more than is digested, or go on although they are refused. */
  flood: {
    /** Senders may go first for this long while a backlog grows or their thread is saturated: a deploy gone wrong. */
    burstMs: 15_000,
    /** How much of that comes back in each millisecond without. */
    burstRecovery: 0.25,
    /** With less than this waiting the digester is not behind, whatever keeps the server busy. */
    behindBytes: 16 * MiB,
    /** Over how long the digester's pace is measured. */
    paceMs: 5_000,
    /** Accepted even if nothing is digested, for as long as the spool takes it: ordinary traffic stays below. */
    leastBytesPerSecond: 1 * MiB,
    /** Refused requests answered per second, all senders together; further ones are answered late. */
    refusalsPerSecond: 500,
    /** What may pass at once, in seconds of either rate. */
    burstSeconds: 0.5,
    /** Answers that are kept waiting; each holds a connection and some memory. */
    waitingAnswers: 10_000,
  },
  /** Unanswered requests on one connection. Clients of HTTP/1.1 wait for each answer; beyond it the connection is cut. */
  pipelinedRequests: 32,
  /** Answers that wait in memory for a sender who does not read them; beyond it the sender is not read either. */
  unreadAnswerBytes: 64 * KiB,
  /** Bodies on their way in; `inflightBytes` bounds the large ones of known senders. */
  bodies: {
    /** Of senders whose key is not known yet, all together: anybody can be one. */
    unknownBytes: 64 * MiB,
    /** Bodies of known senders as long as they hold no more than the second number: large ones cannot crowd them out. */
    smallBytes: 32 * MiB,
    smallBodyBytes: 64 * KiB,
    /** A sender whose first line is not complete within this many bytes on the wire does not have one. */
    firstLineWireBytes: 128 * KiB,
    /** How much larger a body may get when it is decoded; JSON rarely gets beyond 50, a bomb has 1,000 and more. */
    expansion: 100,
    /** Smaller ones may be packed as well as they can: a deep recursion is the same frame a thousand times. */
    expansionFromBytes: 1 * MiB,
    /** A body that brings less than this in so many seconds holds its memory for nothing. */
    progressBytes: 5 * KiB,
    progressSeconds: 5,
    /** After so many bytes of bodies the garbage they left is collected, since an idle server would keep it. */
    collectAfterBytes: 64 * MiB,
  },
} as const
