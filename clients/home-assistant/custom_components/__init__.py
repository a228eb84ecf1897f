"""The folder that Home Assistant reads custom integrations from; a package so that tests import it."""
