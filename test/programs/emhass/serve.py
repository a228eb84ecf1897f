"""Serves EMHASS as its own command does, but at the time that the environment variable EMHASS_AS_OF names."""

import asyncio
import os

import time_machine
from emhass.web_server import main

with time_machine.travel(os.environ["EMHASS_AS_OF"], tick=True):
    asyncio.run(main())
