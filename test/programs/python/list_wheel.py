"""Prints the files and the metadata of a wheel as JSON."""

import json
import sys
import zipfile
from email.parser import Parser

with zipfile.ZipFile(sys.argv[1]) as wheel:
    files = wheel.namelist()
    name = next(file for file in files if file.endswith(".dist-info/METADATA"))
    metadata = Parser().parsestr(wheel.read(name).decode())
print(json.dumps({"files": files, "metadata": {key.lower(): value for key, value in metadata.items()}}))
