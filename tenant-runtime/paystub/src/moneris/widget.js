/* The part of the processor's widget that an integration uses. */
(function () {
  'use strict';
  var origin = new URL(document.currentScript.src).origin;

  window.monerisCheckout = function () {
    var callbacks = {};
    var div = 'monerisCheckout';
    var frame = null;

    window.addEventListener('message', function (event) {
      if (!frame || event.source !== frame.contentWindow || event.origin !== origin) return;
      var message;
      try {
        message = JSON.parse(event.data);
      } catch (_) {
        return;
      }
      if (message.rev_action === 'height_change') {
        frame.style.height = Number(message.outerHeight) + 'px';
      } else if (typeof callbacks[message.handler] === 'function') {
        callbacks[message.handler](event.data);
      }
    });

    /* The mode chooses between the processor's own hosts; this widget knows only the one that served it. */
    this.setMode = function () {};
    this.setCheckoutDiv = function (id) {
      div = id;
    };
    this.setCallback = function (name, callback) {
      callbacks[name] = callback;
    };
    this.startCheckout = function (ticket) {
      var target = document.getElementById(div);
      if (!target) return;
      frame = document.createElement('iframe');
      frame.id = div + '-Frame';
      frame.title = 'Card details';
      frame.src = origin + '/chktv2/display/index.php?tck=' + encodeURIComponent(ticket);
      frame.style.border = 'none';
      frame.style.width = '100%';
      frame.style.minHeight = '26rem';
      target.replaceChildren(frame);
    };
    this.closeCheckout = function () {
      if (frame) frame.remove();
      frame = null;
    };
  };
})();
