export const en = {
  files: {
    uploadMissing: 'This upload no longer exists. Please upload the file again.',
    uploadUnfinished: 'This upload is not finished yet.',
    diskFull: 'There is not enough space for this file. Please tell the operator of this installation.',
    tooManyUploads:
      'You have too many unfinished uploads. Finish or cancel some of them first; they expire after a day.',
    refused: {
      feed: 'This is not a table of people. Please upload a CSV file or an Excel workbook (.xlsx).',
      empty: 'The file is empty.',
      tooLarge: 'The file is too large. The limit is {{megabytes}} MB.',
      broken: 'The file is damaged or incomplete. Please save it again and upload it once more.',
      video: 'Browsers cannot play this video. Please upload MP4 (H.264 with AAC sound) or WebM.',
      videoCodec:
        'The video is encoded in {{codec}}, which not every browser can play. Please export it as MP4 with H.264.',
      videoProfile:
        'The video uses a studio variant of H.264 that browsers cannot play. Please export it with the profile “High” and 8 bits.',
      noPicture: 'This file contains no video. Please upload it as audio.',
      noSound: 'This file contains no sound.',
      soundCodec: 'The sound is encoded in {{codec}}, which not every browser can play. Please export it as AAC.',
      protected: 'The video is copy-protected, so browsers cannot play it.',
      quicktime: 'QuickTime videos (.mov) do not play in every browser. Please export the video as MP4 with H.264.',
      matroska:
        'Matroska videos (.mkv) do not play in every browser. Please upload MP4 (H.264 with AAC sound) or WebM.',
      audio: 'Browsers cannot play this audio file. Please upload MP3, WAV, AAC (.m4a) or WebM.',
      film: 'This is a video. Please upload it as a video.',
      wavCodec: 'This WAV file uses a compression that browsers cannot play. Please save it uncompressed or as MP3.',
      captions: 'This is not a captions file. Please upload WebVTT (.vtt) or SubRip (.srt).',
      captionsEncoding: 'The captions are not saved as UTF-8. Please save them again as UTF-8.',
      captionsLine:
        'Line {{line}} of the captions cannot be read: a caption begins with times such as 00:01.000 --> 00:04.000.',
      captionsNone: 'This file contains no captions.',
      document:
        'This type of document is not supported. Please upload PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx) or CSV.',
      documentOld:
        'This is an old or a password-protected Office document. Please save it as .docx, .xlsx or .pptx without a password.',
      documentMacros: 'This document contains macros. Please save it without them, as .docx, .xlsx or .pptx.',
      csv: 'This is not a CSV file: the first line needs values separated by commas, semicolons or tabs.',
      image: 'Browsers cannot show this picture. Please upload PNG, JPEG, WebP, GIF or AVIF.',
      imageSvg:
        'SVG pictures can contain programs, so they are not accepted. Please upload the picture as PNG or WebP.',
      imagePhone: 'HEIC pictures do not show in every browser. Please save the picture as JPEG.',
      imageTooManyPixels: 'The picture has too many pixels. The limit is 100 million.',
      avatar: 'This picture cannot be used. Please upload PNG, JPEG or WebP.',
      avatarTooManyPixels: 'The picture has too many pixels. The limit is {{megapixels}} million.',
      avatarTooSmall: 'The picture is too small. It needs at least {{pixels}} pixels on each side.',
      package:
        'This is not a zip archive. Please upload the SCORM package as the .zip file that your authoring tool created.',
      documentLocked: 'This document is protected with a password. Please save it without one and upload it once more.',
    },
    unreadable: {
      broken: 'The file is damaged, so it cannot be shown here. You can download it.',
      locked: 'The file is protected with a password, so it cannot be shown here. You can download it.',
      tooLarge: 'The file is too large to be shown here. You can download it.',
      tooLong: 'Preparing the file took too long, so it is not shown here. You can download it.',
      empty: 'There is nothing in this file that can be shown here. You can download it.',
    },
  },
  dataExports: { files: { uploads: 'Files that you uploaded, by name, size and type.' } },
  audit: {
    actions: { files: { adopt: 'File uploaded', readAs: 'Encoding of a file chosen' } },
    subjects: { file: 'File' },
  },
}
