import type { en as English } from './en.ts'

export const de: typeof English = {
  files: {
    uploadMissing: 'Dieses Hochladen gibt es nicht mehr. Bitte laden Sie die Datei noch einmal hoch.',
    uploadUnfinished: 'Diese Datei ist noch nicht vollständig hochgeladen.',
    diskFull: 'Für diese Datei ist nicht genug Platz. Bitte sagen Sie es den Betreibern dieser Installation.',
    tooManyUploads:
      'Zu viele Ihrer Uploads sind noch nicht abgeschlossen. Schließen Sie zuerst einige ab oder brechen Sie sie ab; sie verfallen nach einem Tag.',
    refused: {
      feed: 'Das ist keine Tabelle mit Personen. Bitte laden Sie eine CSV-Datei oder eine Excel-Mappe (.xlsx) hoch.',
      empty: 'Die Datei ist leer.',
      tooLarge: 'Die Datei ist zu groß. Die Grenze liegt bei {{megabytes}} MB.',
      broken:
        'Die Datei ist beschädigt oder abgeschnitten. Bitte speichern Sie sie neu und laden Sie sie noch einmal hoch.',
      video: 'Browser können dieses Video nicht abspielen. Bitte laden Sie MP4 (H.264 mit AAC-Ton) oder WebM hoch.',
      videoCodec:
        'Das Bild ist in {{codec}} gespeichert, das nicht jeder Browser abspielen kann. Bitte exportieren Sie den Film als MP4 mit H.264.',
      videoProfile:
        'Das Bild ist in einer Studiovariante von H.264 gespeichert, die Browser nicht abspielen können. Bitte exportieren Sie mit dem Profil „High“ und 8 Bit.',
      noPicture: 'Diese Datei enthält kein Bild. Bitte laden Sie sie als Ton hoch.',
      noSound: 'Diese Datei enthält keinen Ton.',
      soundCodec:
        'Der Ton ist in {{codec}} gespeichert, das nicht jeder Browser abspielen kann. Bitte exportieren Sie ihn als AAC.',
      protected: 'Der Film ist kopiergeschützt, deshalb können Browser ihn nicht abspielen.',
      quicktime:
        'QuickTime-Filme (.mov) laufen nicht in jedem Browser. Bitte exportieren Sie den Film als MP4 mit H.264.',
      matroska:
        'Matroska-Filme (.mkv) laufen nicht in jedem Browser. Bitte laden Sie MP4 (H.264 mit AAC-Ton) oder WebM hoch.',
      audio: 'Browser können diese Audiodatei nicht abspielen. Bitte laden Sie MP3, WAV, AAC (.m4a) oder WebM hoch.',
      film: 'Das ist ein Film. Bitte laden Sie ihn als Video hoch.',
      wavCodec:
        'Diese WAV-Datei ist so komprimiert, dass Browser sie nicht abspielen können. Bitte speichern Sie sie unkomprimiert oder als MP3.',
      captions: 'Das sind keine Untertitel. Bitte laden Sie WebVTT (.vtt) oder SubRip (.srt) hoch.',
      captionsEncoding:
        'Die Untertitel sind nicht als UTF-8 gespeichert. Bitte speichern Sie sie noch einmal mit der Kodierung UTF-8.',
      captionsLine:
        'Zeile {{line}} der Untertitel ist nicht lesbar: Ein Untertitel beginnt mit Zeiten wie 00:01.000 --> 00:04.000.',
      captionsNone: 'Diese Datei enthält keinen einzigen Untertitel.',
      document:
        'Diese Art von Dokument wird nicht unterstützt. Bitte laden Sie PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx) oder CSV hoch.',
      documentOld:
        'Das ist ein altes oder mit einem Kennwort geschütztes Office-Dokument. Bitte speichern Sie es ohne Kennwort als .docx, .xlsx oder .pptx.',
      documentMacros: 'Dieses Dokument enthält Makros. Bitte speichern Sie es ohne sie als .docx, .xlsx oder .pptx.',
      csv: 'Das ist keine CSV-Datei: Die erste Zeile braucht Werte, die durch Kommas, Semikolons oder Tabulatoren getrennt sind.',
      image: 'Browser können dieses Bild nicht anzeigen. Bitte laden Sie PNG, JPEG, WebP, GIF oder AVIF hoch.',
      imageSvg:
        'SVG-Bilder können Programme enthalten und werden deshalb nicht angenommen. Bitte laden Sie das Bild als PNG oder WebP hoch.',
      imagePhone: 'HEIC-Bilder erscheinen nicht in jedem Browser. Bitte speichern Sie das Bild als JPEG.',
      imageTooManyPixels: 'Das Bild hat zu viele Pixel: Höchstens 100 Millionen sind möglich.',
      avatar: 'Dieses Bild kann nicht verwendet werden. Bitte laden Sie PNG, JPEG oder WebP hoch.',
      avatarTooManyPixels: 'Das Bild hat zu viele Pixel. Höchstens {{megapixels}} Millionen sind möglich.',
      avatarTooSmall: 'Das Bild ist zu klein. Jede Seite braucht mindestens {{pixels}} Pixel.',
      package:
        'Das ist kein ZIP-Archiv. Bitte laden Sie das SCORM-Paket als die .zip-Datei hoch, die Ihr Autorenwerkzeug erstellt hat.',
      documentLocked:
        'Dieses Dokument ist mit einem Kennwort geschützt. Bitte speichern Sie es ohne Kennwort und laden Sie es noch einmal hoch.',
    },
    unreadable: {
      broken: 'Die Datei ist beschädigt und kann hier nicht angezeigt werden. Sie können sie herunterladen.',
      locked:
        'Die Datei ist mit einem Kennwort geschützt und kann hier nicht angezeigt werden. Sie können sie herunterladen.',
      tooLarge: 'Die Datei ist zu groß, um hier angezeigt zu werden. Sie können sie herunterladen.',
      tooLong:
        'Die Vorbereitung der Datei hat zu lange gedauert, deshalb wird sie hier nicht angezeigt. Sie können sie herunterladen.',
      empty: 'In dieser Datei gibt es nichts, was hier angezeigt werden kann. Sie können sie herunterladen.',
    },
  },
  dataExports: { files: { uploads: 'Dateien, die Sie hochgeladen haben, nach Name, Größe und Art.' } },
  audit: {
    actions: { files: { adopt: 'Datei hochgeladen', readAs: 'Kodierung einer Datei gewählt' } },
    subjects: { file: 'Datei' },
  },
}
