(function () {
  'use strict';
  var data = JSON.parse(document.getElementById('setup').textContent);
  var app = window.parent !== window ? window.parent : window.opener;
  function tell(event) {
    if (app) app.postMessage({ source: 'suds-payment-form', event: event, ticket: data.ticket }, window.location.origin);
  }
  if (typeof monerisCheckout !== 'function') {
    document.getElementById('trouble').hidden = false;
    tell('error');
    return;
  }
  var checkout = new monerisCheckout();
  function on(name, good, bad) {
    checkout.setCallback(name, function (raw) {
      var answer = raw;
      try {
        if (typeof raw === 'string') answer = JSON.parse(raw);
      } catch (_) {
        answer = {};
      }
      tell(answer && answer.response_code === '001' ? good : bad);
    });
  }
  on('payment_complete', 'complete', 'error');
  on('cancel_transaction', 'cancel', 'cancel');
  on('error_event', 'error', 'error');
  checkout.setMode(data.mode);
  checkout.setCheckoutDiv('form');
  checkout.startCheckout(data.ticket);
})();
