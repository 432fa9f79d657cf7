const nothing = String.fromCharCode(0)
const zalgo =
  'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034dA\u036b\u0357\u0334\u0362\u0335\u031c\u0330\u0354L\u0368\u0367\u0369\u0358\u0320G\u0311\u0357\u030e\u0305\u035b\u0341'

/** A text that reports if any of it runs: `call` is the script. */
type Payload = readonly [name: string, make: (call: string) => string]

/** Known ways to inject script into pages. `call` stands wherever script would run. */
const all: readonly Payload[] = [
  ['script', (call) => `<script>${call}</script>`],
  ['script that closes a script', (call) => `</script><script>${call}</script>`],
  ['script in capitals', (call) => `<ScRiPt>${call}</sCrIpT>`],
  ['script with a slash', (call) => `<script/x>${call}</script/x>`],
  ['script from data', (call) => `<script src="data:text/javascript,${call}"></script>`],
  ['image error', (call) => `<img src=x onerror=${call}>`],
  ['image error in quotes', (call) => `"><img src="x" onerror="${call}">`],
  ['image error in single quotes', (call) => `'><img src='x' onerror='${call}'>`],
  ['attribute', (call) => `" onmouseover="${call}" autofocus onfocus="${call}`],
  ['svg load', (call) => `<svg onload=${call}>`],
  ['svg script', (call) => `<svg><script>${call}</script></svg>`],
  ['svg animate', (call) => `<svg><animate onbegin=${call} attributeName=x dur=1s></svg>`],
  ['svg use', (call) => `<svg><use href="data:image/svg+xml,<svg id='x' onload='${call}'/>#x"/></svg>`],
  ['svg foreign object', (call) => `<svg><foreignObject><iframe srcdoc="<script>parent.${call}</script>"></svg>`],
  [
    'math',
    (call) => `<math><mtext><table><mglyph><style><img src=x onerror=${call}></style></mglyph></table></mtext></math>`,
  ],
  ['frame of script', (call) => `<iframe src="javascript:parent.${call}"></iframe>`],
  ['frame of a document', (call) => `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`],
  ['object', (call) => `<object data="javascript:${call}"></object><embed src="javascript:${call}">`],
  ['link', (call) => `<a href="javascript:${call}" autofocus>Go on</a>`],
  ['link with a tab in it', (call) => `<a href="java\tscript:${call}">Go on</a>`],
  ['address', (call) => `javascript:${call}//http://example.test/`],
  ['address of data', (call) => `data:text/html,<script>parent.${call}</script>`],
  ['form', (call) => `<form action="javascript:${call}"><button autofocus>Save</button></form>`],
  ['details', (call) => `<details open ontoggle=${call}>More</details>`],
  ['video', (call) => `<video><source onerror=${call} src=x></video><audio src=x onerror=${call}>`],
  ['body', (call) => `<body onload=${call} onpageshow=${call}>`],
  ['base', () => '<base href="https://evil.example/">'],
  ['refresh', (call) => `<meta http-equiv="refresh" content="0;url=javascript:${call}">`],
  ['style', (call) => `<style>@import 'javascript:${call}';*{background:url("javascript:${call}")}</style>`],
  ['style that covers the page', () => '<p style="position:fixed;inset:0;z-index:99999;background:red">x</p>'],
  ['template', (call) => `{{constructor.constructor('${call}')()}}`],
  ['template of the server', (call) => `$\{${call}} <%= ${call} %> #{${call}} {{= ${call}}}`],
  ['translation', (call) => `$t(${call}) {{name}} <0>${call}</0>`],
  ['noscript', (call) => `<noscript><p title="</noscript><img src=x onerror=${call}>">`],
  ['comment', (call) => `<!--><img src=x onerror=${call}>-->`],
  ['cdata', (call) => `<![CDATA[<img src=x onerror=${call}>]]>`],
  ['entities', (call) => `&lt;img src=x onerror=${call}&gt;&#60;script&#62;${call}&#60;/script&#62;`],
  ['markdown', (call) => `[x](javascript:${call}) ![x](x "onerror=${call}")`],
  ['form of a spreadsheet', (call) => `=HYPERLINK("javascript:${call}","x")`],
  ['json', (call) => `"}];${call};//`],
  [
    'clobbering',
    () => '<a id=location><a id=location name=href href="x"></a><form id=document><input name=cookie></form>',
  ],
  ['right to left', (call) => `\u202e<script>${call}</script>\u202c\u2066gnp.exe\u2069`],
  ['zalgo', (call) => `${zalgo.repeat(3)}<img src=x onerror=${call}>`],
  ['long', (call) => `${'W'.repeat(120)}<img src=x onerror=${call}>`],
  ['nothing in it', (call) => `<scr${nothing}ipt>${call}</scr${nothing}ipt>`],
  ['half a pair', (call) => `\ud83d<img src=x onerror=${call}>`],
  ['paragraph separators', (call) => `\u2028${call}\u2029<img src=x onerror=${call}>`],
]

export interface MadePayload {
  readonly name: string
  readonly text: string
}

/** This many of them, each calling the hook with its own number. */
export function makePayloads(wanted: number): MadePayload[] {
  return all.slice(0, wanted).map(([name, make], index) => ({ name, text: make(`hurt(${index})`) }))
}

export const payloadCount = all.length
