import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ZipFile } from 'yazl'
import type { ScormCourse, ScormImage, ScormQuestionSlide, ScormSco, ScormSlide } from './shapes.ts'

const media = new URL('./media/', import.meta.url)
const player = new URL('./scorm-player/', import.meta.url)

/**
 * The zip of a package: SCORM 1.2 or 2004 (2nd to 4th edition), one SCO or several. The same description gives the
 * same bytes under the same Node version.
 */
export async function buildScormPackage(course: ScormCourse): Promise<Buffer> {
  return zip(await scormFiles(course))
}

export interface PackageFile {
  path: string
  data: Buffer
}

/** The package's files, manifest first; for tests that change a package before zipping it. */
export async function scormFiles(course: ScormCourse): Promise<PackageFile[]> {
  refuseBadDescription(course)
  const pictures = new Map<string, Buffer>()
  for (const image of course.scos.flatMap((sco) => sco.slides.flatMap((slide) => slide.image ?? []))) {
    pictures.set(picturePath(image), await readFile(new URL(image.media, media)))
  }
  const shared: PackageFile[] = [
    { path: 'shared/player.js', data: await readFile(new URL('player.js', player)) },
    { path: 'shared/player.css', data: await readFile(new URL('player.css', player)) },
    ...[...pictures].map(([path, data]) => ({ path, data })),
  ]
  const pages = course.scos.map((sco, index) => ({
    path: pagePath(sco),
    data: Buffer.from(scoPage(course, sco, index < course.scos.length - 1)),
  }))
  const paths = shared.map((file) => file.path)
  const manifest = course.version === '1.2' ? manifest12(course, paths) : manifest2004(course, paths)
  return [{ path: 'imsmanifest.xml', data: Buffer.from(manifest) }, ...pages, ...shared]
}

export async function zip(files: PackageFile[]): Promise<Buffer> {
  const archive = new ZipFile()
  // DOS times are local: this is the same text in every time zone; without the UTC field the bytes are the same too.
  const mtime = new Date(2026, 0, 1)
  for (const { path, data } of files) {
    const compress = !/\.(webp|png|jpe?g|mp3|mp4)$/.test(path)
    archive.addBuffer(data, path, { mtime, mode: 0o100644, compress, forceDosTimestamp: true })
  }
  archive.end()
  const parts: Buffer[] = []
  for await (const part of archive.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function refuseBadDescription(course: ScormCourse): void {
  const fail = (what: string): never => {
    throw new Error(`Package ${course.identifier}: ${what}`)
  }
  if (!/^[A-Za-z][\w.-]*$/.test(course.identifier)) fail('the identifier must be a word')
  if (course.scos.length === 0) fail('there is no SCO')
  if (new Set(course.scos.map((sco) => sco.key)).size < course.scos.length) fail('two SCOs share a key')
  for (const sco of course.scos) {
    if (!/^[a-z0-9][a-z0-9-]*$/.test(sco.key)) fail(`the key ${sco.key} must be a slug`)
    if (sco.slides.length === 0) fail(`${sco.key} has no slides`)
    const asked = questionsOf(sco)
    if (asked.length > 0 && sco.passPercent === undefined) fail(`${sco.key} asks questions and has no pass mark`)
    if (new Set(asked.map((question) => question.id)).size < asked.length)
      fail(`${sco.key} has two questions of one id`)
    for (const question of asked) {
      const right = question.options.filter((option) => option.right).length
      if (right === 0 || (question.answer === 'single' && right > 1))
        fail(`question ${question.id} has ${right} right answers`)
    }
  }
}

function questionsOf(sco: ScormSco): ScormQuestionSlide[] {
  return sco.slides.filter((slide) => slide.kind === 'question')
}

function pagePath(sco: ScormSco): string {
  return `${sco.key}/index.html`
}

function picturePath(image: ScormImage): string {
  return `media/${basename(image.media)}`
}

function manifest12(course: ScormCourse, shared: string[]): string {
  const items = course.scos
    .map((sco) => {
      const mastery =
        sco.passPercent === undefined ? '' : `\n        <adlcp:masteryscore>${sco.passPercent}</adlcp:masteryscore>`
      return `      <item identifier="item-${sco.key}" identifierref="sco-${sco.key}" isvisible="true">
        <title>${escapeMarkup(sco.title)}</title>${mastery}
      </item>`
    })
    .join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${course.identifier}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="org">
    <organization identifier="org">
      <title>${escapeMarkup(course.title)}</title>
${items}
    </organization>
  </organizations>
${resources(course, shared, 'scormtype')}
</manifest>
`
}

const schemaVersions = { '2004-2nd': 'CAM 1.3', '2004-3rd': '2004 3rd Edition', '2004-4th': '2004 4th Edition' }

function manifest2004(course: ScormCourse, shared: string[]): string {
  if (course.version === '1.2') throw new Error('not a 2004 package')
  const items = course.scos
    .map((sco) => {
      const objectives =
        sco.passPercent === undefined
          ? ''
          : `
          <imsss:objectives>
            <imsss:primaryObjective objectiveID="passed-${sco.key}" satisfiedByMeasure="true">
              <imsss:minNormalizedMeasure>${sco.passPercent / 100}</imsss:minNormalizedMeasure>
            </imsss:primaryObjective>
          </imsss:objectives>`
      return `      <item identifier="item-${sco.key}" identifierref="sco-${sco.key}" isvisible="true">
        <title>${escapeMarkup(sco.title)}</title>
        <imsss:sequencing>${objectives}
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
        </imsss:sequencing>
      </item>`
    })
    .join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${course.identifier}" version="1.0"
  xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3"
  xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${schemaVersions[course.version]}</schemaversion>
  </metadata>
  <organizations default="org">
    <organization identifier="org">
      <title>${escapeMarkup(course.title)}</title>
${items}
      <imsss:sequencing>
        <imsss:controlMode choice="true" flow="true"/>
      </imsss:sequencing>
    </organization>
  </organizations>
${resources(course, shared, 'scormType')}
</manifest>
`
}

function resources(course: ScormCourse, shared: string[], attribute: 'scormtype' | 'scormType'): string {
  const scos = course.scos
    .map(
      (
        sco,
      ) => `    <resource identifier="sco-${sco.key}" type="webcontent" adlcp:${attribute}="sco" href="${pagePath(sco)}">
      <file href="${pagePath(sco)}"/>
      <dependency identifierref="shared"/>
    </resource>`,
    )
    .join('\n')
  const files = shared.map((path) => `      <file href="${escapeMarkup(path)}"/>`).join('\n')
  return `  <resources>
${scos}
    <resource identifier="shared" type="webcontent" adlcp:${attribute}="asset">
${files}
    </resource>
  </resources>`
}

function scoPage(course: ScormCourse, sco: ScormSco, hasNext: boolean): string {
  const words = sayings[course.language]
  const data = {
    version: course.version,
    passPercent: sco.passPercent ?? null,
    hasNext,
    words,
    questions: sco.slides.flatMap((slide, index) =>
      slide.kind === 'question'
        ? {
            id: slide.id,
            slide: index,
            prompt: slide.prompt,
            right: slide.options.flatMap((option, i) => (option.right ? [i] : [])),
            explanation: slide.explanation,
          }
        : [],
    ),
  }
  const colours = course.colours
    ? `\n  <style>:root { --primary: ${course.colours.primary}; --accent: ${course.colours.accent}; }</style>`
    : ''
  return `<!doctype html>
<html lang="${course.language}" dir="${course.language === 'ar' ? 'rtl' : 'ltr'}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeMarkup(sco.title)}</title>
  <link rel="stylesheet" href="../shared/player.css">${colours}
</head>
<body>
  <header>
    <p>${escapeMarkup(sco.title)}</p>
    <ol class="bar" aria-hidden="true"></ol>
  </header>
  <main>
    <div class="note" id="note" role="status" hidden><span></span><button type="button" id="restart">${words.fromStart}</button></div>
${sco.slides.map((slide, index) => slideMarkup(slide, index, words)).join('\n')}
    <section class="slide result" id="slide-${sco.slides.length}" hidden>
      <h1 tabindex="-1">${words.finished}</h1>
      <div class="ring" id="ring" hidden><b></b></div>
      <p id="result-words"></p>
      <p><button type="button" id="again" hidden>${words.again}</button> <button type="button" class="main" id="leave">${words.leave}</button></p>
    </section>
  </main>
  <footer>
    <button type="button" id="previous">${words.previous}</button>
    <span class="count" id="count"></span>
    <button type="button" class="main" id="next">${words.next}</button>
  </footer>
  <script type="application/json" id="sco">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>
  <script src="../shared/player.js"></script>
</body>
</html>
`
}

function slideMarkup(slide: ScormSlide, index: number, words: Words): string {
  const picture = slide.image
    ? `\n      <figure><img src="../${picturePath(slide.image)}" alt="${escapeMarkup(slide.image.alt)}"></figure>`
    : ''
  const head = `    <section class="slide" id="slide-${index}" hidden>
      <h1 tabindex="-1">${escapeMarkup(slide.title)}</h1>${picture}`
  if (slide.kind === 'content') return `${head}\n      ${slide.html}\n    </section>`
  const type = slide.answer === 'single' ? 'radio' : 'checkbox'
  const options = slide.options
    .map(
      (option, i) =>
        `        <label class="option"><input type="${type}" name="${slide.id}" value="${i}"><span>${escapeMarkup(option.text)}</span><span class="mark"></span></label>`,
    )
    .join('\n')
  return `${head}
      <fieldset>
        <legend>${escapeMarkup(slide.prompt)}</legend>
        <p class="hint">${slide.answer === 'single' ? words.chooseOne : words.chooseSeveral}</p>
${options}
      </fieldset>
      <button type="button" class="main check" id="check-${slide.id}">${words.check}</button>
      <div class="verdict" id="verdict-${slide.id}" role="status"></div>
    </section>`
}

function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

type Words = (typeof sayings)['en']

const sayings = {
  en: {
    previous: 'Previous',
    next: 'Next',
    step: 'Step {n} of {of}',
    check: 'Check answer',
    chooseOne: 'Choose one answer.',
    chooseSeveral: 'Choose every answer that is right.',
    answerFirst: 'Choose an answer first, then check it.',
    right: 'Right answer',
    wrong: 'Not this one',
    good: 'That is right.',
    bad: 'Not quite.',
    welcomeBack: 'Welcome back: you are at step {n} of {of}.',
    fromStart: 'Start from the beginning',
    alone: 'No learning platform answers: you can read everything, but nothing is recorded.',
    openQuestions: 'Some questions are still open',
    openQuestionsHint: 'Go back and answer the remaining {n} to see your result.',
    finished: 'You have finished this part',
    finishedHint: 'Your work is recorded. You can look at it again whenever you like.',
    passed: 'Well done, you have passed',
    passedHint: 'You needed {pass} %. Your result is recorded.',
    failed: 'Not passed yet',
    failedHint: 'You need {pass} %. Look at the explanations, then try the questions again.',
    again: 'Try the questions again',
    leave: 'Finish and leave',
    left: 'Your work is recorded. You can leave this page.',
  },
  ar: {
    previous: 'السابق',
    next: 'التالي',
    step: 'الخطوة {n} من {of}',
    check: 'تحقّق من الإجابة',
    chooseOne: 'اختر إجابة واحدة.',
    chooseSeveral: 'اختر كل الإجابات الصحيحة.',
    answerFirst: 'اختر إجابة أولًا ثم تحقّق منها.',
    right: 'الإجابة الصحيحة',
    wrong: 'ليست هذه',
    good: 'هذا صحيح.',
    bad: 'ليس تمامًا.',
    welcomeBack: 'مرحبًا بعودتك: أنت في الخطوة {n} من {of}.',
    fromStart: 'ابدأ من البداية',
    alone: 'لا تستجيب أي منصة تعلّم: يمكنك قراءة كل شيء، لكن لن يُسجَّل شيء.',
    openQuestions: 'لا تزال هناك أسئلة بلا إجابة',
    openQuestionsHint: 'ارجع وأجب عن الأسئلة المتبقية ({n}) لترى نتيجتك.',
    finished: 'لقد أنهيت هذا الجزء',
    finishedHint: 'سُجِّل عملك، ويمكنك العودة إليه متى شئت.',
    passed: 'أحسنت، لقد نجحت',
    passedHint: 'كان المطلوب {pass} %. سُجِّلت نتيجتك.',
    failed: 'لم تنجح بعد',
    failedHint: 'المطلوب {pass} %. راجع الشروح ثم أعد الإجابة عن الأسئلة.',
    again: 'أعد الأسئلة',
    leave: 'إنهاء ومغادرة',
    left: 'سُجِّل عملك. يمكنك مغادرة هذه الصفحة.',
  },
}
