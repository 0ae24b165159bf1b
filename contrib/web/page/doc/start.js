// SPDX-License-Identifier: GPL-2.0-or-later
// Shows openapi.json with swagger-ui, to read: nothing is sent from there, and nothing is asked of other hosts.
SwaggerUIBundle({url: "openapi.json", domNode: document.getElementById("ui"), deepLinking: true, docExpansion: "list", validatorUrl: null, supportedSubmitMethods: []});
