window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  tryItOutEnabled: false,
  validatorUrl: null,
})
