import { makeZip } from '../../apps/server/test/given/zip.ts'

/** A page that finds its API as packages do, initialises when it loads and terminates when it unloads. */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Part</title><body><h1>Part</h1><script>
  let above = window
  while (!above.API && !above.API_1484_11 && above.parent !== above) above = above.parent
  const old = above.API
  const api = above.API_1484_11 ?? {
    Initialize: (text) => old.LMSInitialize(text), Terminate: (text) => old.LMSFinish(text), Commit: (text) => old.LMSCommit(text),
    GetValue: (name) => old.LMSGetValue(name), SetValue: (name, value) => old.LMSSetValue(name, value), GetLastError: () => old.LMSGetLastError(),
  }
  let over = false
  const goodbye = () => { if (!over) { over = true; api.Terminate('') } }
  window.said = { api, goodbye, hello: api.Initialize('') }
  window.onunload = goodbye
</script>`

/** SCORM 1.2 with one SCO, and optionally a limit of some seconds. */
export function made12(of: { seconds?: number } = {}): Buffer {
  return one12(
    page,
    of.seconds === undefined
      ? ''
      : `<adlcp:maxtimeallowed>00:00:0${of.seconds}</adlcp:maxtimeallowed><adlcp:timelimitaction>exit,message</adlcp:timelimitaction>`,
  )
}

/** SCORM 1.2 with a mastery score, whose page calls nothing by itself, not even to terminate. */
export function silent12({ mastery }: { mastery: number }): Buffer {
  return one12('<!doctype html><title>Silent</title>', `<adlcp:masteryscore>${mastery}</adlcp:masteryscore>`)
}

function one12(html: string, limit: string): Buffer {
  return makeZip([
    {
      name: 'imsmanifest.xml',
      data: `<manifest identifier="made" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
        <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
        <organizations default="org"><organization identifier="org"><title>Made</title><item identifier="one" identifierref="res"><title>One</title>${limit}</item></organization></organizations>
        <resources><resource identifier="res" type="webcontent" adlcp:scormtype="sco" href="part.html"/></resources></manifest>`,
    },
    { name: 'part.html', data: html, method: 8 },
  ])
}

/** SCORM 2004 with three SCOs and a page between them; only continuing leads to the last one. */
export function made2004(): Buffer {
  const item = (id: string, resource = 'res', more = '') =>
    `<item identifier="${id}" identifierref="${resource}"><title>Part ${id}</title>${more}</item>`
  return makeZip([
    {
      name: 'imsmanifest.xml',
      data: `<manifest identifier="made" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
        <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
        <organizations default="org"><organization identifier="org"><title>Made</title>
          ${item('a')}${item('page', 'asset')}${item('b')}
          <item identifier="folder"><title>Folder</title>${item('c')}<imsss:sequencing><imsss:controlMode choice="false" flow="true"/></imsss:sequencing></item>
          <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing></organization></organizations>
        <resources><resource identifier="res" type="webcontent" adlcp:scormType="sco" href="part.html"/><resource identifier="asset" type="webcontent" adlcp:scormType="asset" href="page.html"/></resources></manifest>`,
    },
    { name: 'part.html', data: page, method: 8 },
    { name: 'page.html', data: '<!doctype html><title>Page</title><h1>Only to read</h1>', method: 8 },
  ])
}
