(function () {
  'use strict';
  var app = window.parent !== window ? window.parent : window.opener;
  var form = document.forms[0];
  /* This page is ours: the processor's frame ends on it. It reports what it saw, but only the server knows what
     happened. */
  window.addEventListener('message', function (event) {
    var said = event.data;
    if (event.origin !== window.location.origin || !said || said.source !== 'suds-payment-return') return;
    if (app) {
      app.postMessage({ source: 'suds-payment-form', event: said.event, ticket: null }, window.location.origin);
    }
  });
  if (form) form.submit();
})();
