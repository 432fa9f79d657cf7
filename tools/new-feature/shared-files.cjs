// Changes of the files that list all features. Each function gets the text and returns the new one.

const navigation = (language) => `apps/web/src/routes/words/navigation.${language}.ts`

exports.sharedFiles = ({ plural, Plural, singular }) => {
  const planned = new RegExp(`^  notYet\\('/apps/admin/${plural}', .*\\n`, 'm')
  const addTitle = (text) =>
    new RegExp(`^    ${plural}: '`, 'm').test(text)
      ? text
      : addAfter(text, /^ {4}permissions: .*\n/m, `    ${plural}: '${Plural}',\n`)
  return {
    'packages/contract/src/index.ts': (text) =>
      addBefore(addImport(text, `import { ${plural} } from './${plural}.ts'`), /^ {2}system,\n/m, `  ${plural},\n`),
    'apps/server/src/app.ts': (text) =>
      addSorted(
        addImport(text, `import { ${plural} } from './features/${plural}/register.ts'`),
        /(?<=^const registered: .*\n)(?: {2}\w+,\n)+/m,
        `  ${plural},`,
      ),
    'apps/web/src/start/routes.ts': (text) =>
      addAfter(
        addImport(text, `import { ${plural} } from '../features/${plural}/register.ts'`),
        /^const ofFeatures = .*\n(?: {2}\.\.\.\w+,\n)+/m,
        `  ...${plural},\n`,
      ),
    'apps/web/src/start/planned-pages.ts': (text) => text.replace(planned, ''),
    [navigation('en')]: addTitle,
    [navigation('de')]: addTitle,
    [navigation('ar')]: addTitle,
    'docs/glossary.md': (text) =>
      text.includes(`| ${plural} |`)
        ? text
        : addAfter(text, /^\|.*\|\n(?=\n)/m, `| ${singular} | ${plural} | TODO: what it is, in one sentence |\n`),
  }
}

function addImport(text, line) {
  return addBefore(text, /^import /m, `${line}\n`)
}

function addBefore(text, place, added) {
  return replaceOnce(text, place, (found) => added + found)
}

function addAfter(text, place, added) {
  return replaceOnce(text, place, (found) => found + added)
}

function addSorted(text, lines, added) {
  return replaceOnce(text, lines, (found) => `${[...found.trimEnd().split('\n'), added].sort().join('\n')}\n`)
}

function replaceOnce(text, place, change) {
  if (!place.test(text)) throw new Error(`A shared file is not as this tool knows it: ${place} is missing`)
  return text.replace(place, change)
}
