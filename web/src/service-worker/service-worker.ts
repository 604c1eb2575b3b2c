import { clientsClaim } from 'workbox-core';
import { enable as preloadNavigations } from 'workbox-navigation-preload';
import { keepAssets } from './assets';
import { dropOldCaches } from './caches';
import { handOver } from './hand-over';
import { keepPictures } from './pictures';
import { tellOfPushes } from './push';
import { keepShell } from './shell';

// Starting the worker doesn't delay pages from the network.
preloadNavigations();
keepAssets();
keepPictures();
keepShell();
dropOldCaches();
handOver();
tellOfPushes();
// The first page's later requests are cached too.
clientsClaim();
