/** The public API: everything a plugin or a program may import. Named exports only, so that declaration merging on `toolscore` works. */

export { connect } from './api/connection.js';
export type { ConnectOptions, ConnectTarget, McpConnection } from './api/connection.js';
export { lintTools } from './api/lint-tools.js';
export type { LintOptions, RuleToggles } from './api/lint-tools.js';
export type { CallingOptions } from './api/options.js';
export { judgeRun } from './api/judge-run.js';
export type { JudgeOptions } from './api/judge-run.js';
export { probeServer } from './api/probe-server.js';
export type { ProbeServerOptions } from './api/probe-server.js';
export { runProbes } from './api/run-probes.js';
export type { ProbeOptions } from './api/run-probes.js';
export { runScenarios } from './api/run-scenarios.js';
export type { RunScenariosOptions } from './api/run-scenarios.js';
export { scoreServer } from './api/score-server.js';
export type { ScoreOptions } from './api/score-server.js';
export { buildFixList, printConsole, toBadge, toJson, toMarkdown } from './api/scorecard.js';
export type { ConsoleStream, Scorecard } from './api/scorecard.js';
export type { ToolDef } from './api/tool-def.js';
export { loadProbeConfig } from './effects/load-probe-config.js';
export { parseProbeConfig, ProbeConfigError } from './effects/probe-config.js';
export type { ArgValues, ProbeConfig } from './effects/probe-config.js';
export type {
  FixEntry,
  GradeCapSummary,
  LintIssue,
  ProbeCheck,
  ProbeResult,
  ProbeRule,
  ProbeStatus,
  Rates,
  ToolSummary,
  UncountedFinding,
} from './report-parts.js';
export { defineConfig, defineRule, definePlugin, defineProbe, defineReporter } from './define.js';
export { answerOf, contentOf, dataIn, textItems } from './effects/answer.js';
export type { ToolAnswer } from './effects/answer.js';
export { boundParametersOf, countsLines, isLimitName } from './effects/bound-parameters.js';
export type { BoundParameter } from './effects/bound-parameters.js';
export { aimerFor, ownValue } from './effects/aim.js';
export type { Aim, Aimer, AimInput } from './effects/aim.js';
export { inventedLike } from './effects/invented.js';
export { ledgerOf } from './effects/ledger.js';
export type { Ledger, OwnRecord } from './effects/ledger.js';
export { idName, ownIdsIn } from './effects/own-ids.js';
export type { IdSource, OwnIds } from './effects/own-ids.js';
export { canonicalJson } from './effects/canonical.js';
export { probeReportOf } from './documents/build.js';
export { compareExitCode, compareJson, compareMarkdown, compareText } from './documents/compare.js';
export type { CompareColumn } from './documents/compare.js';
export { diffExitCode, diffReports } from './documents/diff.js';
export type { DiffGates } from './documents/diff.js';
export { diffMarkdown, diffText } from './documents/diff-text.js';
export { exitCodeOf } from './documents/exit-code.js';
export { reportMarkdown } from './documents/markdown.js';
export { readProbeReport } from './documents/read.js';
export type { KnownNames } from './documents/read-case.js';
export { reportSarif, sarifContextOf } from './documents/sarif.js';
export type { SarifContext } from './documents/sarif.js';
export type { StoredReport } from './documents/stored.js';
export { reportText } from './documents/text.js';
export type { TextOptions } from './documents/text.js';
export type {
  CaseMove,
  Detail,
  DiffVerdict,
  MeasurementProfile,
  Measurements,
  ProbeCase,
  ProbeDiff,
  ProbeReport,
  ReadinessArea,
  ReadinessCheck,
  ReadinessMove,
  ReadinessObject,
  ReadinessSurface,
} from './documents/types.js';
export { emptyEffectConfig } from './effects/config.js';
export { isDataText, itemsOf, looksLikeOneRecord, readingOf, textLines } from './effects/items.js';
export type { Reading } from './effects/items.js';
export { undeclaredArguments } from './effects/described-arguments.js';
export { isPartial } from './effects/partial.js';
export { isRequired, requiredArguments } from './effects/required-arguments.js';
export { pause, SETTLE_MS } from './effects/settle.js';
export { failureReport } from './effects/failure-report.js';
export { failureSign, onlyObject } from './effects/failure-sign.js';
export type { FailureSign } from './effects/failure-sign.js';
export { rawErrorIn } from './effects/raw-error.js';
export type { RawError } from './effects/raw-error.js';
export { statedExample, statedFormat } from './effects/stated-format.js';
export type { StatedFormat } from './effects/stated-format.js';
export { declaredKeys, isKeyName, likelyKeys } from './effects/key.js';
export type { Keys } from './effects/key.js';
export { lookUntil, restOf } from './effects/look-again.js';
export type { Waiting } from './effects/look-again.js';
export { isSingleValueWrite, replacementDoubt, windowDoubt } from './effects/lost-doubts.js';
export type { View } from './effects/lost-doubts.js';
export { distinctHex, markerFor, markerPrefix, randomHex, withoutMarkers } from './effects/marker.js';
export type { NextHex } from './effects/marker.js';
export { changeDoubt, contractDoubt, denialDoubt, newIdDoubt } from './effects/no-op-doubts.js';
export { nothingReport } from './effects/nothing-report.js';
export { readerArguments } from './effects/reader-arguments.js';
export type { ArgumentsFor, ReaderInput } from './effects/reader-arguments.js';
export { readersFor } from './effects/readers.js';
export type { ReaderChoice } from './effects/readers.js';
export { describeRecord, hasFixedKey, keyTexts, makeRecord, markersOf, valueMarkers } from './effects/record.js';
export type { ProbeRecord, RecordField, RecordKind } from './effects/record.js';
export { planRecord } from './effects/record-plan.js';
export type { Leaf, Planned, PlanInput, PlanNode, RecordPlan } from './effects/record-plan.js';
export { propertiesOf, SchemaParts } from './effects/schema-parts.js';
export { shownIn } from './effects/shown.js';
export { violationsOf } from './effects/violations.js';
export type { Violation, ViolationKind } from './effects/violations.js';
export { clausesOf, statementsOf } from './effects/statements.js';
export { skipReport } from './effects/skip-report.js';
export type { SkipReportGuards } from './effects/skip-report.js';
export type {
  Agreement,
  AgreementExpectation,
  BoundExpectation,
  BoundRelation,
  BoundUnit,
  EffectConfig,
  IdempotentCall,
  ProbeCall,
  WritePair,
} from './effects/config.js';
export type { ConfigFile } from '../schemas/config.gen.js';
export type { FoundFile, FoundServer } from './config/found.js';
export type { Changes, Overview, ServerOutcome, ServerRow } from './shipped.js';
export type { Plugin, PluginContext, ProbeInput, ReporterInput } from './define.js';
export type {
  AsyncTap,
  Call,
  CallOptions,
  CatalogDraft,
  ConnectRequest,
  DiscoveryScope,
  Ear,
  EmitOptions,
  JudgeInput,
  Judgement,
  ObserveScope,
  OpenSession,
  PluginHooks,
  ProbeScope,
  ReportInput,
  RunSummary,
  Sessions,
  SyncTap,
  Terminal,
  ValidateInput,
} from './hooks.js';
export { isObject, deepFreeze } from './json.js';
export type { Json, JsonObject } from './json.js';
export { GRADES, gradeMeets, gradeOf, lowerCap } from './grade.js';
export { happyArguments } from './schema/happy.js';
export type { HappyArguments, HappyOptions } from './schema/happy.js';
export { conforms } from './schema/conforms.js';
export { differenceIn } from './schema/difference.js';
export { outputConformance } from './schema/output-conformance.js';
export type { Conformance } from './schema/output-conformance.js';
export { edgeArguments } from './schema/edge.js';
export type { EdgeArguments, Mutation } from './schema/edge.js';
export { generateScenarios, scenariosOf } from './schema/scenarios.js';
export type { Scenario, ScenarioOptions, ToolScenarios } from './schema/scenarios.js';
export { exampleTool } from './example-tool.js';
export { scenarioDetail, scenarioDuration, scenarioOutcome } from './scenario-result.js';
export type { ScenarioOutcome, ScenarioResult } from './scenario-result.js';
export { excerptOf, oneLine } from './excerpt.js';
export { baselineOf, keptFindings } from './baseline/kept.js';
export { compareWithBaseline } from './baseline/compare.js';
export type { Baseline, BaselineComparison, FindingState, KeptFinding, NotLookedAt } from './baseline/types.js';
export { ownerOf } from './subject-owner.js';
export { findingIds } from './finding-ids.js';
export type { FindingSource } from './finding-ids.js';
export { groupBy } from './group.js';
export { headerMarksIn } from './header-marks.js';
export type { HeaderMark } from './header-marks.js';
export { homeFolder, makeOwnFolder, reasonOf, saltOf } from './home.js';
export { withLock } from './lock.js';
export { isAlive, livenessMethod } from './manifest/alive.js';
export { areasOf } from './manifest/areas.js';
export type { Area, Measured } from './manifest/areas.js';
export { FAULT_LABELS } from './manifest/case.js';
export type {
  Access,
  CaseRun,
  CaseSubject,
  Fault,
  ListedTool,
  Manifest,
  ManifestCase,
  ManifestSubject,
  ReadinessSubject,
  RunCatalog,
} from './manifest/case.js';
export { isWriter, nextCursor, validName, walkCatalog } from './manifest/catalog.js';
export { compactBytes } from './manifest/compact-bytes.js';
export type {
  DraftCase,
  Field,
  FieldSet,
  KindDeclaration,
  ProblemSink,
  Survey,
  Values,
} from './manifest/declaration.js';
export { assertsResult, expectationFacts, isMet, outcomeOf } from './manifest/expect.js';
export type { Expectation, OutcomeFacts } from './manifest/expect.js';
export type { Step } from './manifest/expect-field.js';
export { fields } from './manifest/fields.js';
export { IDENTIFIER, SUPPORTED_VERSIONS, TOOL_NAME } from './manifest/grammar.js';
export { defineKind } from './manifest/kind.js';
export { listTools } from './manifest/list-tools.js';
export type { Bound, CaseFacts, CaseScope, KindInput } from './manifest/kind.js';
export { negotiateVersions } from './manifest/negotiation.js';
export type { Negotiated, OpenPeer } from './manifest/negotiation.js';
export { CaseFault, completedCall, faultOf, orFault, Peer, TOOL_ERROR_CODE } from './manifest/peer.js';
export type { Completed, ProtocolError, Success, ToolError } from './manifest/peer.js';
export { manifestRun } from './manifest/run-plugin.js';
export type { ManifestRun } from './manifest/run-plugin.js';
export type { LostCheck } from './manifest/lost.js';
export { callOversized } from './manifest/oversized.js';
export type { Oversized, OversizedCall } from './manifest/oversized.js';
export { BATTERY, limitExceeded, STANDARD } from './manifest/standard.js';
export type { AreaName, LatencyLimit } from './manifest/standard.js';
export { declaredSurfaces, listSurface } from './manifest/surfaces.js';
export type { Surface, SurfaceListing } from './manifest/surfaces.js';
export { filledForm } from './manifest/form.js';
export { synthesize, violate } from './manifest/synthesize.js';
export type { Synthesized } from './manifest/synthesize.js';
export { walkToolPages } from './manifest/tool-pages.js';
export type { ToolPages } from './manifest/tool-pages.js';
export { NO_SUCH_METHOD, NO_SUCH_TOOL } from './no-such.js';
export { nameWords } from './name-words.js';
export {
  classifyTool,
  isDestructiveTool,
  isReadOnlyTool,
  isUntouchable,
  isWriteTool,
  nameNouns,
  nameVerbs,
  reachesOut,
  untargetedDestruction,
} from './tool-effects.js';
export type { ToolClass } from './tool-effects.js';
export { LocalError, UsageError } from './errors.js';
export { didYouMean, nearest } from './nearest.js';
export { countCharacters, estimateTextTokens, estimateTokens } from './tokens.js';
export type {
  CallAnswer,
  CallEntry,
  CallOutcome,
  CallRecord,
  CallRequest,
  Catalog,
  Confidence,
  Effects,
  Grade,
  GradeCap,
  HttpTarget,
  OAuthOptions,
  Observation,
  ObservationKind,
  ObservationMap,
  ObservationState,
  Origin,
  Outcome,
  Output,
  Permissions,
  PluginFault,
  Report,
  Rule,
  RuleFamily,
  RuleInput,
  Score,
  ScoreInput,
  ScorerMap,
  ServerIdentity,
  ServerSubject,
  Severity,
  ShownTarget,
  StdioTarget,
  SubjectKind,
  SubjectMap,
  SubjectRef,
  Target,
  Toggle,
  Tool,
  ToolSubject,
  Verdict,
} from './model.js';
export { boundedJson, jsonText } from './text/json.js';
export type { JsonBounds } from './text/json.js';
export { markdownCode, markdownProse, markdownText } from './text/markdown.js';
export { readRun } from './record/read.js';
export { RUN_FORMAT, RUN_LIMITS } from './record/run-file.js';
export type { CallLine, EndLine, ObservationLine, RecordedRun, SessionLine, ToolLine } from './record/run-file.js';
export type { Lacking, RecorderInput, Replay, ReplayInput } from './record/recording.js';
export { REDACTED } from './secrets.js';
export { pageOf } from './rules/page.js';
export { readPlainFile } from './load/plain-file.js';
export { printable, printableLines, withoutCommands } from './text/printable.js';
export type { TextBounds } from './text/printable.js';
export { fileUri, sarifLog, sarifPlace, sarifText } from './text/sarif.js';
export type { SarifRun } from './text/sarif.js';
export { xmlText } from './text/xml.js';
export { judgeCode } from './rules/judge-code.js';
export { judgeWhen } from './rules/json-logic.js';
export { fillTemplate } from './rules/template.js';
export { quoteCommand } from './command.js';
export { answersTo, asksMore, questionsIn } from './session/input-required.js';
export type { AnswerQuestion } from './session/input-required.js';
export { ServerError } from './session/port.js';
export type {
  Answer,
  Cancel,
  Era,
  Opening,
  Questions,
  RequestOptions,
  Session,
  SessionInfo,
  WireCounts,
  WireEvent,
} from './session/port.js';
export { referenceView, requestWithReference } from './session/reference.js';
export type { Exchange, ReferenceView } from './session/reference.js';
export { transcriptLines } from './session/transcript.js';
export type { SentCall } from './session/transcript.js';
export { openHttp } from './session/http.js';
export type { HttpOptions } from './session/http.js';
export { openStdio } from './session/stdio.js';
export type { StdioOptions } from './session/stdio.js';
export { closeAllSessions, installSignalHandlers } from './session/live-servers.js';
