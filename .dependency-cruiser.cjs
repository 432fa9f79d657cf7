// The directions of docs/architecture.md. Read by tools/check-imports.cjs, which also proves that every file was read.
const testFile = '\\.(test|proof)\\.tsx?$'
const server = '^apps/server/src'
const web = '^apps/web/src'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that import each other can only be understood together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '\\?(url|raw|worker|inline)$', '^bun:'] },
    },
    {
      name: 'contract-imports-zod-only',
      comment: 'What both sides agree on knows neither side.',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: testFile },
      to: { pathNot: ['^packages/contract/src', '^node_modules/zod/'] },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: `${server}/platform`, pathNot: testFile },
      to: { path: `${server}/(features/|operating/|app\\.ts|main\\.ts)` },
    },
    {
      name: 'features-know-no-app',
      severity: 'error',
      from: { path: `${server}/features/`, pathNot: testFile },
      to: { path: `${server}/(operating/|(app|main)\\.ts$)` },
    },
    {
      name: 'features-meet-at-their-doors',
      comment:
        'Of another feature only queries, commands, policy and events may be imported; of documents also what a kind needs, of pathways the cards that the homepage shows.',
      severity: 'error',
      from: { path: `${server}/features/([^/]+)/`, pathNot: testFile },
      to: {
        path: `${server}/features/[^/]+/`,
        pathNot: [
          `${server}/features/$1/`,
          `${server}/features/[^/]+/(queries|commands|policy|events)(\\.ts$|/)`,
          `${server}/features/(documents|imports)/(kind|kind-routes|present)\\.ts$`,
          `${server}/features/pathways/present\\.ts$`,
          `${server}/features/[^/]+/kind\\.ts$`,
        ],
      },
    },
    {
      name: 'server-and-web-meet-in-the-contract',
      severity: 'error',
      from: { path: '^apps/(server|web)/' },
      to: { path: '^apps/(server|web)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'nothing-imports-the-benches',
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { path: '^(e2e|bench)/' },
    },
    {
      name: 'production-needs-no-test-code',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src', pathNot: testFile },
      to: { path: ['^apps/server/test/', testFile] },
    },
    {
      name: 'ui-is-only-ui',
      comment: 'Our wrappers of the component library know no router, no API, no feature.',
      severity: 'error',
      from: { path: `${web}/ui/`, pathNot: testFile },
      to: {
        path: [`${web}/(api|shell|features)/`, `${web}/start/`, '^node_modules/@tanstack/react-router/'],
      },
    },
    {
      name: 'api-knows-no-page',
      severity: 'error',
      from: { path: `${web}/api/`, pathNot: testFile },
      to: { path: [`${web}/(shell|features)/`, `${web}/start/`] },
    },
    {
      name: 'shell-knows-no-feature',
      severity: 'error',
      from: { path: `${web}/shell/`, pathNot: testFile },
      to: { path: [`${web}/features/`, `${web}/start/`] },
    },
    {
      name: 'pages-know-no-route-tree',
      severity: 'error',
      from: { path: `${web}/features/`, pathNot: testFile },
      to: { path: `${web}/start/` },
    },
  ],
  options: {
    // TypeScript 7 has no API for other tools: without this parser no file would be read, and nothing found.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((apps|packages)/[^/]+|e2e|bench)/(dist|data|results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}
